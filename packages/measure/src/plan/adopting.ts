import { basename, dirname } from 'node:path'
import type { DialectName } from '@steelyard/dialects/dialect-name'
import { kebabCase } from '@steelyard/harness/definition'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import type { NamedTarget } from '../targets/targets.ts'
import type { ParamValues } from './plan.ts'

export interface Adopting {
  /** As its user says; null for what the file uses. */
  readonly dialect?: DialectName | null
  /** Where it is to register its cases; none for the pinned Node. */
  readonly targets?: readonly NamedTarget[]
  /** Names that other suites of the run have. */
  readonly names?: ReadonlySet<string>
}

/** Returns the name of the suite that a file makes: its name without endings, after folder names until it is unique. */
export function adoptedName(file: string, taken: ReadonlySet<string>): string {
  const stem = basename(file)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/[._-](?:bench|benchmark|perf)$/, '')
  let name = kebabCase(stem) || 'file'
  for (let folder = dirname(file); taken.has(name) && folder !== dirname(folder); folder = dirname(folder)) {
    name = [kebabCase(basename(folder)), name].filter(Boolean).join('-')
  }
  return name
}

/**
 * Puts together what a file registers on each target: its description, or why there is none, but for one at least.
 * Returns the description, and for each target why it lacks a case, keyed by case id.
 */
export function merged(found: readonly (SuiteDescription | string)[]) {
  const descriptions = found.filter(one => typeof one !== 'string')
  const [first] = descriptions
  if (first?.adopted === undefined) throw new TypeError('no description of a benchmark file')
  const titles: Record<string, string> = {}
  const paramsOf: Record<string, readonly string[]> = {}
  const leftOut: Record<string, readonly ParamValues[]> = {}
  for (const { adopted } of descriptions) {
    for (const [id, title] of Object.entries(adopted?.titles ?? {})) {
      if (Object.hasOwn(titles, id)) continue
      titles[id] = title
      paramsOf[id] = adopted?.paramsOf[id] ?? []
      leftOut[id] = adopted?.leftOut?.[id] ?? []
    }
  }
  const cases = Object.keys(titles)
  return {
    description: {
      ...first,
      cases,
      params: Object.assign({}, ...descriptions.toReversed().map(({ params }) => params)),
      adopted: { ...first.adopted, titles, paramsOf, leftOut, unsupported: {} },
    },
    missing: found.map(one => new Map(cases.flatMap(id => missingCase(one, id, titles[id] ?? '')))),
  }
}

function missingCase(found: SuiteDescription | string, id: string, title: string): [string, string][] {
  if (typeof found === 'string') return [[id, `the file does not load there: ${found}`]]
  const there = own(found.adopted?.titles, id)
  const unsupported = own(found.adopted?.unsupported, id)
  if (there === title) return unsupported === undefined ? [] : [[id, unsupported]]
  if (there === undefined) return [[id, 'the file does not register it there']]
  return [[id, `the file registers another case of that id there, '${there}'`]]
}

/** A case may have the name of what every object has: `constructor`. */
function own(texts: Readonly<Record<string, string>> | undefined, id: string): string | undefined {
  return texts && Object.hasOwn(texts, id) ? texts[id] : undefined
}
