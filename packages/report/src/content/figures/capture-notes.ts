import type { CauseRecord, ProfileRecord } from '@steelyard/record'
import { launchesText, name, nameList, type Phrase, recordWarningText } from '@steelyard/text'
import { slowdownRange } from './figures.ts'

/** Returns how much slower a case was while it was sampled, by what sampled. */
export function costNote(profiles: readonly ProfileRecord[]): Phrase {
  const launches = launchesText(profiles.map(profile => profile.launches.length))
  const rangeOf = (sampled: readonly { readonly slowdown: number }[]) =>
    slowdownRange(sampled.map(({ slowdown }) => slowdown))
  const byEngine = rangeOf(profiles.flatMap(profile => profile.launches))
  const byPerf = rangeOf(profiles.flatMap(({ native }) => native?.launches ?? []))
  return [
    `From ${launches} of each side, whose times are not kept. While sampled, iterations took `,
    name(byEngine ?? ''),
    ' times as long as just before',
    ...(byPerf === null ? [] : [', and while perf sampled, in as many more launches, ', name(byPerf)]),
    '.',
  ]
}

/** Returns what the rows say of native functions, and what they cannot. */
export function nativeNotes(
  { sampler }: CauseRecord,
  profiles: readonly ProfileRecord[],
  hasV8: boolean,
): Phrase[] {
  if (sampler === 'perf') {
    return [
      [
        'Rows are by Linux perf, which names native functions; ',
        name(V8),
        ' is left out of names. Inlined code has the name of its caller.',
      ],
    ]
  }
  const missing = profiles.flatMap(({ target, nativeMissing }) =>
    nativeMissing === null ? [] : [{ target, why: recordWarningText(nativeMissing) }],
  )
  const byReason = Map.groupBy(missing, ({ why }) => why)
  return [
    ...(hasV8 ? [V8_NOTE] : []),
    ...Array.from(byReason, ([why, found]): Phrase => {
      const targets = [...new Set(found.map(({ target }) => target))]
      return ['Native functions of ', ...nameList(targets), ` are not shown: ${why}.`]
    }),
  ]
}

/** Most native functions of V8 begin so. */
const V8 = 'v8::internal::'

export function shortNative(callee: string): string {
  return callee.startsWith(V8) ? callee.slice(V8.length) : callee
}

const V8_NOTE: Phrase = [
  "V8's profiler shows what built-in functions do, such as JSON.parse, as time of the function that calls them.",
]

/** Returns where the profiles of the launches are; nothing where they were not kept. */
export function filesNotes(profiles: readonly ProfileRecord[]): Phrase[] {
  const launches = profiles.flatMap(profile => [...profile.launches, ...(profile.native?.launches ?? [])])
  const [file] = launches.flatMap(({ files }) => files)
  const [folder] = file?.path.split('/') ?? []
  if (folder === undefined) return []
  return [
    [
      'Each profile is kept next to the record, in ',
      name(`${folder}/`),
      ", for Chrome's DevTools, speedscope, Firefox Profiler and pprof.",
    ],
  ]
}
