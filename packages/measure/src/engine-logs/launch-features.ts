import type { FunctionTiersRecord, LaunchPhase } from '@steelyard/record'
import type { EngineLogEvent } from '@steelyard/runners'
import { functionTiers, type OwnFunctions, unfinishedOf } from './function-tiers.ts'
import type { Noticed } from './log-observer.ts'
import type { ObservedLaunch } from './observed-launch.ts'

/**
 * What a feature is about: those that explain a time most come first. The last kind may only follow from the time: a slow
 * launch has less or more of it because it is slow.
 */
const KINDS = [
  'inline cache',
  'left its code',
  'began to compile',
  'tier',
  'came to a tier',
  'bytes of code',
  'place of code',
  'other',
  'following',
] as const

/** A number, 'yes', or a word. Missing in one launch, a number is 0, 'yes' is no, and a word is none. */
export interface LaunchFeature {
  readonly kind: (typeof KINDS)[number]
  readonly value: string | number
}

/** What can be said of a launch besides its time, by what it is about. */
export type LaunchFeatures = Readonly<Record<string, LaunchFeature>>

/** Returns the rank of a feature as an explanation; 0 explains most. */
export function featureRank({ kind }: Pick<LaunchFeature, 'kind'>): number {
  return KINDS.indexOf(kind)
}

const CACHE_LINE_BYTES = 64
const PAGE_BYTES = 4096

/** Phases that can bear on the time, as a sentence has them. */
const PHASES: readonly (readonly [LaunchPhase, string])[] = [
  ['warm-up', 'before the timed batches'],
  ['window', 'within the timed batches'],
]

export function featuresOf(observed: ObservedLaunch, own: OwnFunctions): LaunchFeatures {
  const { log, logs } = observed
  const functions = functionTiers(logs, log, own)
  return Object.fromEntries([
    ...functions.flatMap(tierFeatures),
    ...functions.flatMap(deoptimisationFeatures),
    ...Array.from(unfinishedOf(logs), ([name, tiers]) =>
      functions.some(each => each.name === name)
        ? tiers.map(tier => feature('began to compile', `${tier} began to compile ${name} and did not end`))
        : [],
    ).flat(),
    ...placeFeatures(logs.events, own),
    ...cacheFeatures(logs.events, own),
    ...collectionFeatures(observed),
  ])
}

type Entry = readonly [string, LaunchFeature]

function feature(kind: LaunchFeature['kind'], name: string, value: string | number = 'yes'): Entry {
  return [name, { kind, value }]
}

function nameOf({ name, source }: Pick<FunctionTiersRecord, 'name' | 'source'>): string {
  return source === null ? name : `${name} (${source})`
}

function tierFeatures(each: FunctionTiersRecord): Entry[] {
  const name = nameOf(each)
  const current = each.code.findLast(({ isLoop, phase }) => !isLoop && phase === 'warm-up')
  const late = each.code.filter(({ phase }) => phase === 'window')
  return [
    feature('tier', `tier of ${name}`, each.tier),
    ...(current === undefined
      ? []
      : [
          feature('bytes of code', `bytes of the code of ${name}`, current.bytes),
          feature('following', `calls before ${name} had its code`, current.iterations),
        ]),
    ...late.map(({ tier, isLoop }) =>
      feature(
        'came to a tier',
        `${name} came to ${tier}${isLoop ? ' of a loop' : ''} within the timed batches`,
      ),
    ),
  ]
}

function deoptimisationFeatures(each: FunctionTiersRecord): Entry[] {
  return PHASES.flatMap(([phase, when]) =>
    each.deoptimisations
      .filter(left => left.phase === phase)
      .map(({ reason, source }) => {
        const why = source === null ? reason : `${reason}, ${source}`
        return feature('left its code', `${nameOf(each)} left its code (${why}) ${when}`)
      }),
  )
}

/** Where in its page, and in its line of the cache, the code lies that runs when the window begins. */
function placeFeatures(events: readonly Noticed<EngineLogEvent>[], own: OwnFunctions): Entry[] {
  const addresses = new Map<string, number>()
  for (const { event, when } of events) {
    if (event.kind !== 'code' || event.isLoop || event.address === null || when.phase !== 'warm-up') continue
    const source = own.sourceOf(event.of)
    if (source === undefined) continue
    addresses.set(nameOf({ name: event.of.name, source }), event.address)
  }
  return Array.from(addresses, ([name, address]) => [
    feature('place of code', `place of the code of ${name} in its page`, address % PAGE_BYTES),
    feature('place of code', `place of the code of ${name} in its cache line`, address % CACHE_LINE_BYTES),
  ]).flat()
}

/** The last state of each inline cache before the window ends. */
function cacheFeatures(events: readonly Noticed<EngineLogEvent>[], own: OwnFunctions): Entry[] {
  const ranges: { readonly from: number; readonly to: number; readonly url: string | null }[] = []
  const states = new Map<string, LaunchFeature>()
  for (const { event, when } of events) {
    if (when.phase === 'after') break
    if (event.kind === 'code' && event.address !== null) {
      const isOwn = own.sourceOf(event.of) !== undefined
      ranges.push({
        from: event.address,
        to: event.address + event.bytes,
        url: isOwn ? event.of.url : null,
      })
    }
    if (event.kind !== 'cache') continue
    const code = ranges.findLast(({ from, to }) => from <= event.address && event.address <= to)
    if (code?.url == null) continue
    const place = own.placeOf(code.url, event.line, event.column)
    if (place === null) continue
    states.set(...feature('inline cache', `inline cache of ${event.key || 'a key'} at ${place}`, event.state))
  }
  return [...states]
}

function collectionFeatures({ logs: { collections, windowIterations } }: ObservedLaunch): Entry[] {
  const inWindow = collections.filter(({ when }) => when.phase === 'window')
  const perMillion = (kind: 'minor' | 'full') =>
    (1e6 * inWindow.filter(({ event }) => event.kind === kind).length) / Math.max(1, windowIterations)
  const last = collections.filter(({ when }) => when.phase !== 'after').at(-1)
  return [
    feature('following', 'minor collections per million iterations', perMillion('minor')),
    feature('following', 'full collections per million iterations', perMillion('full')),
    ...(last === undefined
      ? []
      : [feature('following', 'bytes of the heap after the last collection', last.event.afterBytes)]),
  ]
}
