import { SourceMap } from 'node:module'
import { basename, isAbsolute, join, relative } from 'node:path'
import { firstCharacters } from '@steelyard/harness/first-characters'
import { isOwnSource } from '@steelyard/launcher'
import type { PlaceKind, PlaceRecord } from '@steelyard/record'
import type { LaunchContext } from '../launch/launch-context.ts'
import { isIdle, type Sample, type StackFrame, stackOf } from './cpu-profile.ts'
import { nativeClass } from './native-name.ts'

/** What distinguishes the suite's functions from others. */
export interface SuiteScripts {
  /** Names that the suite's bundle has in the runtimes. */
  readonly bundles: readonly string[]
  /** Its source map; null without one. */
  readonly map: SourceMap | null
  /** Names of other files that the suite runs from. */
  readonly others: readonly string[]
}

/** Within workerd the bundle has this name. */
const WORKER_BUNDLE = 'bundle.mjs'

/** Returns what distinguishes the bundle of a suite from other files of its runtime. */
export function scriptsOf({ suite: { bundle } }: Pick<LaunchContext, 'suite'>): SuiteScripts {
  return {
    bundles: [basename(bundle.file), WORKER_BUNDLE],
    map: bundle.map === undefined ? null : new SourceMap(JSON.parse(bundle.map)),
    others: bundle.scriptFile === undefined ? [] : [basename(bundle.scriptFile)],
  }
}

/** The longest name of a function in a record. */
const LONGEST_NAME = 100

/** What engines name in brackets. */
const COLLECTOR = '(garbage collector)'

/** Functions of the harness that call a case again and again; its others talk to the host. */
const LOOPS = ['loop', 'loopAsync', 'runWindow', 'passWindow']
/** The side of the protocol in a runtime, which waits for the host. */
const ENTRY = /^entry(?:-[a-z]+)?\.mjs$/

export type Place = Omit<PlaceRecord, 'share'>

/** Returns where the time of a profile went, as `weightsOfPlaces`. */
export function placesOf(samples: readonly Sample[], caseId: string, scripts: SuiteScripts): PlaceRecord[] {
  return sharesOf(weightsOfPlaces(samples, caseId, scripts)).map(({ found, share }) => ({ ...found, share }))
}

/**
 * Returns the weight of each place, the largest first, without what passes between batches. `caseId` stands for the case
 * where an engine shows it as a part of the loop that calls it.
 */
export function weightsOfPlaces(
  samples: readonly Sample[],
  caseId: string,
  scripts: SuiteScripts,
): readonly Weight<Place>[] {
  const locate = locator(scripts)
  return weightsBy(samples, frame => placeOf(frame, caseId, locate))
}

/** The sum of all samples of which the same was found. */
interface Weight<Found> {
  readonly found: Found
  readonly weight: number
}

/** Returns the weights of samples by what is found of them, the largest first; where that is null they are left out. */
export function weightsBy<Found>(
  samples: readonly Sample[],
  find: (frame: StackFrame) => Found | null,
): readonly Weight<Found>[] {
  const weights = new Map<string, Weight<Found>>()
  for (const [frame, own] of Map.groupBy(samples, each => each.frame)) {
    const found = find(frame)
    if (found === null) continue
    const key = JSON.stringify(found)
    const known = weights.get(key)?.weight ?? 0
    weights.set(key, { found, weight: own.reduce((sum, { weight }) => sum + weight, known) })
  }
  return Array.from(weights.values()).toSorted((a, b) => b.weight - a.weight)
}

export function sharesOf<Found>(weights: readonly Weight<Found>[]) {
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ found, weight }) => ({ found, share: weight / total }))
}

type Part = 'suite' | 'loop' | 'harness' | 'entry' | 'other'

export type Locate = (frame: StackFrame) => { readonly part: Part; readonly source: string | null }

export interface LocatedFrame extends ReturnType<Locate> {
  readonly frame: StackFrame
}

/** Returns what recognises the frames of a suite. */
export function locator({ bundles, map, others }: SuiteScripts): Locate {
  return ({ name, url, line, column }) => {
    const file = basename(url)
    if (ENTRY.test(file)) return { part: 'entry', source: null }
    if (others.includes(file)) return { part: 'suite', source: `${file}:${line + 1}` }
    if (!bundles.includes(file)) return { part: 'other', source: null }
    if (map === null) return { part: 'suite', source: null }
    const entry = map.findEntry(line, column)
    if (!('originalSource' in entry)) return { part: 'harness', source: null }
    const { originalSource, originalLine } = entry
    if (isOwnSource(originalSource)) return { part: LOOPS.includes(name) ? 'loop' : 'harness', source: null }
    return { part: 'suite', source: `${basename(originalSource)}:${originalLine + 1}` }
  }
}

/** Returns the stack of a sample, innermost first; null between batches. */
export function workingStack(frame: StackFrame, locate: Locate): LocatedFrame[] | null {
  if (isIdle(frame)) return null
  const stack = stackOf(frame).map(each => ({ frame: each, ...locate(each) }))
  const isOfCase = stack.some(({ part }) => part === 'suite' || part === 'loop')
  return !isOfCase && stack.some(({ part }) => part === 'entry') ? null : stack
}

function placeOf(frame: StackFrame, caseId: string, locate: Locate): Place | null {
  const stack = workingStack(frame, locate)
  if (stack === null) return null
  const own = stack.find(({ part }) => part === 'suite')
  const isInLoop = stack.some(({ part }) => part === 'loop')
  const [first] = stack
  const caller = own
    ? { functionName: nameOf(own.frame), source: own.source }
    : { functionName: isInLoop ? caseId : null, source: null }
  if (first === undefined || first === own || first.part === 'loop') {
    return { ...caller, callee: null, kind: 'suite' }
  }
  const kind = kindOf(frame, first.part)
  return { ...caller, callee: kind === 'native' ? nativeClass(nameOf(frame)) : nameOf(frame), kind }
}

export function kindOf({ name, url, kind }: StackFrame, part: Part): PlaceKind {
  if (kind !== undefined) return kind
  if (name === COLLECTOR) return 'collector'
  if (part === 'harness') return 'harness'
  if (name.startsWith('(')) return 'engine'
  return url === '' ? 'builtin' : 'runtime'
}

/** Returns the name of a frame, as a record has it. */
export function nameOf({ name }: StackFrame): string {
  return name === '' ? '(anonymous)' : firstCharacters(name, LONGEST_NAME)
}

/** Where a function begins, in the file that its author wrote. */
export type Position = Pick<StackFrame, 'url' | 'line' | 'column'>

/**
 * Returns what finds where a function begins: of the suite in its own file, of others where the engine reports it. Paths
 * are relative to the working folder; files outside it go without their folder, which would identify the machine.
 */
export function positionsOf({ bundles, map }: Pick<SuiteScripts, 'bundles' | 'map'>) {
  return ({ url, line, column }: Position): Position => {
    const reported = { url: isFile(url) ? basename(url) : url, line, column }
    if (map === null || line < 0 || !bundles.includes(basename(url))) return reported
    const entry = map.findEntry(line, column)
    if (!('originalSource' in entry) || isOwnSource(entry.originalSource)) return reported
    return { url: shownPath(entry.originalSource), line: entry.originalLine, column: entry.originalColumn }
  }
}

/** @param source from the root, without the first slash */
function shownPath(source: string): string {
  const path = relative(process.cwd(), join('/', source))
  return path.startsWith('..') || isAbsolute(path) ? basename(path) : path
}

function isFile(url: string): boolean {
  return url.startsWith('file:') || isAbsolute(url)
}
