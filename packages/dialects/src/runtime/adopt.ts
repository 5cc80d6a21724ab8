import type { AdoptedCase, AdoptedSuite } from '@steelyard/harness/adopted'
import { caseIds } from './case-ids.ts'
import { type RegisteredCase, registry } from './registry.ts'

/** What is known of a file before it is loaded. */
export interface AdoptedFile {
  /** Kebab-case name of the suite that it makes. */
  readonly name: string
  /** The file as questions name it. */
  readonly file: string
  readonly dialect: string
}

/**
 * Loads a benchmark file, whose imports are shims that register its cases, and returns the suite that they make.
 *
 * @param load imports the file
 * @throws what the file throws before it asks for its cases to be run, and TypeError when it registers none
 */
export async function adopt(
  { name, file, dialect }: AdoptedFile,
  load: () => unknown,
): Promise<AdoptedSuite> {
  try {
    await load()
  } catch (error) {
    // A file that prints its results finds none.
    if (!registry.hasRun) throw error
  }
  await registry.finish()
  const { cases } = registry
  if (cases.length === 0) throw new TypeError(`it registers no case of ${dialect}`)
  const titles = cases.map(({ path }) => path.join(' > '))
  const ids = caseIds(titles)
  const registered = new Map<string, RegisteredCase>(
    ids.map((id, index) => [id, cases[index] as RegisteredCase]),
  )
  const baseline = ids.find(id => registered.get(id)?.isBaseline) ?? ids[0] ?? ''
  return {
    kind: 'adopted',
    name,
    question: `How long do the cases of ${file} (${dialect}) take?`,
    dialect,
    params: Object.assign({}, ...cases.map(one => one.params ?? {})),
    baseline,
    cases: Object.fromEntries(
      ids.map((id, index): [string, AdoptedCase] => [id, { title: titles[index] ?? '' }]),
    ),
    unsupported: Object.fromEntries(
      [...registered].flatMap(([id, { unsupported }]) =>
        unsupported === undefined
          ? []
          : [[id, typeof unsupported === 'string' ? everywhere(unsupported) : unsupported]],
      ),
    ),
    make(id, params) {
      const one = registered.get(id)
      if (one === undefined) throw new RangeError(`there is no case '${id}'`)
      return one.make(params)
    },
  }
}

function everywhere(reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(['node', 'deno', 'bun', 'workerd'].map(runtime => [runtime, reason]))
}
