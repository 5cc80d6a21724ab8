import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Profile, StringTable } from 'pprof-format'
import { isIdle, ROOT, type Sample, type StackFrame, stackOf } from './cpu-profile.ts'
import type { Position } from './places.ts'

type PositionOf = (position: Position) => Position

/** Returns a `.cpuprofile` of samples, without what lies between them. */
export function cpuProfileOf(samples: readonly Sample[], positionOf: PositionOf): Uint8Array {
  const root = { functionName: ROOT, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }
  const nodes = [{ id: 1, callFrame: root, hitCount: 0, children: [] as number[] }]
  const ids = new Map<StackFrame, number>()
  const idOf = (frame: StackFrame): number => {
    const known = ids.get(frame)
    if (known !== undefined) return known
    if (frame.name === ROOT) return 1
    const caller = frame.caller === null ? 1 : idOf(frame.caller)
    const id = nodes.length + 1
    const { url, line: lineNumber, column: columnNumber } = positionOf(frame)
    const callFrame = { functionName: frame.name, scriptId: '0', url, lineNumber, columnNumber }
    nodes.push({ id, callFrame, hitCount: 0, children: [] })
    nodes[caller - 1]?.children.push(id)
    ids.set(frame, id)
    return id
  }
  const ofSamples = samples.map(({ frame }) => idOf(frame))
  for (const id of ofSamples) (nodes[id - 1] as (typeof nodes)[0]).hitCount++
  const durations = samples.map(({ weight }) => weight)
  const profile = {
    nodes,
    samples: ofSamples,
    // From the sample before; a sample lasts until the next.
    timeDeltas: [0, ...durations.slice(0, -1)],
    startTime: 0,
    endTime: durations.reduce((sum, durationUs) => sum + durationUs, 0),
  }
  return Buffer.from(JSON.stringify(profile))
}

/**
 * Returns a profile in the format of pprof, gzipped: of each stack the samples, `intervalUs` apart, and their time,
 * without what is idle.
 */
export function pprofOf(samples: readonly Sample[], intervalUs: number, positionOf: PositionOf): Uint8Array {
  const strings = new StringTable()
  const functions = new Map<string, { readonly id: number; readonly startLine: number }>()
  const functionOf = (frame: StackFrame) => {
    const { url, line } = positionOf(frame)
    const key = JSON.stringify([frame.name, url, line])
    const known = functions.get(key)
    if (known !== undefined) return known
    const name = strings.dedup(frame.name === '' ? '(anonymous)' : frame.name)
    const id = functions.size + 1
    const filename = strings.dedup(url)
    const made = { id, name, systemName: name, filename, startLine: Math.max(0, line + 1) }
    functions.set(key, made)
    return made
  }
  const busy = samples.filter(({ frame }) => !isIdle(frame))
  const sample = Array.from(
    Map.groupBy(busy, ({ frame }) => frame),
    ([frame, own]) => ({
      locationId: stackOf(frame)
        .filter(({ name }) => name !== ROOT)
        .map(each => functionOf(each).id),
      value: [own.length, Math.round(own.reduce((sum, { weight }) => sum + weight, 0) * 1000)],
    }),
  )
  const valueType = (type: string, unit: string) => ({ type: strings.dedup(type), unit: strings.dedup(unit) })
  const profile = new Profile({
    sampleType: [valueType('samples', 'count'), valueType('time', 'nanoseconds')],
    sample,
    // A function has one place: where it begins.
    location: Array.from(functions.values(), ({ id, startLine: line }) => ({
      id,
      line: [{ functionId: id, line }],
    })),
    function: [...functions.values()],
    periodType: valueType('time', 'nanoseconds'),
    period: intervalUs * 1000,
    durationNanos: Math.round(samples.reduce((sum, { weight }) => sum + weight, 0) * 1000),
    stringTable: strings,
  })
  return gzipSync(profile.encode())
}

/** How a profile is written: as Chrome's DevTools write it, or gzipped as pprof reads it. */
type ProfileFormat = 'cpuprofile' | 'pprof'

/** A profile of one launch, kept next to the record. */
export interface ProfileFile {
  /** Name of the file, without a folder; unique in a run. */
  readonly name: string
  readonly format: ProfileFormat
  readonly content: Uint8Array
}

export interface ProfileSubject {
  readonly suite: string
  readonly caseId: string
  readonly params: unknown
  readonly target: string
  /** From 0. */
  readonly launch: number
  readonly isNative: boolean
}

const ENDINGS: Readonly<Record<ProfileFormat, string>> = { cpuprofile: 'cpuprofile', pprof: 'pb.gz' }

const LONGEST_WORD = 40

/** Returns the name of the file of a profile. It is safe on every file system. */
export function profileFileName(subject: ProfileSubject, format: ProfileFormat): string {
  const { suite, caseId, target, launch, params, isNative } = subject
  const words = [suite, caseId, target].map(wordOf).filter(word => word !== '')
  const digest = hash('sha256', JSON.stringify([suite, caseId, params, target]))
  const whole = [...words, digest.slice(0, 6), launch + 1, ...(isNative ? ['native'] : [])]
  return `${whole.join('-')}.${ENDINGS[format]}`
}

function wordOf(text: string): string {
  return text
    .replace(/[^0-9a-z.@]+/gi, '-')
    .slice(0, LONGEST_WORD)
    .replace(/^[-.]+|[-.]+$/g, '')
}
