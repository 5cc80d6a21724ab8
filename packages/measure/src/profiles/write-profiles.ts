import { gzipSync } from 'node:zlib'
import { Profile, StringTable } from 'pprof-format'
import { isIdle, ROOT, type Sample, type StackFrame, stackOf } from './cpu-profile.ts'
import type { Position } from './original-position.ts'

/** Tells where a function begins. */
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
  const durations = samples.map(({ durationUs }) => durationUs)
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
 * Returns a profile in the format of pprof, gzipped: of each stack the samples and their time. What is idle is left out.
 *
 * @param intervalUs between two samples
 */
export function pprofOf(samples: readonly Sample[], intervalUs: number, positionOf: PositionOf): Uint8Array {
  const strings = new StringTable()
  const functions = new Map<string, { readonly id: number; readonly line: number; readonly input: object }>()
  const functionOf = (frame: StackFrame) => {
    const { url, line } = positionOf(frame)
    const key = JSON.stringify([frame.name, url, line])
    const known = functions.get(key)
    if (known !== undefined) return known
    const name = strings.dedup(frame.name === '' ? '(anonymous)' : frame.name)
    const id = functions.size + 1
    const startLine = Math.max(0, line + 1)
    const made = {
      id,
      line: startLine,
      input: { id, name, systemName: name, filename: strings.dedup(url), startLine },
    }
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
      value: [own.length, Math.round(own.reduce((sum, { durationUs }) => sum + durationUs, 0) * 1000)],
    }),
  )
  const valueType = (type: string, unit: string) => ({ type: strings.dedup(type), unit: strings.dedup(unit) })
  const profile = new Profile({
    sampleType: [valueType('samples', 'count'), valueType('time', 'nanoseconds')],
    sample,
    // A function has one place: where it begins.
    location: Array.from(functions.values(), ({ id, line }) => ({ id, line: [{ functionId: id, line }] })),
    function: Array.from(functions.values(), ({ input }) => input),
    periodType: valueType('time', 'nanoseconds'),
    period: intervalUs * 1000,
    durationNanos: Math.round(samples.reduce((sum, { durationUs }) => sum + durationUs, 0) * 1000),
    stringTable: strings,
  })
  return gzipSync(profile.encode())
}
