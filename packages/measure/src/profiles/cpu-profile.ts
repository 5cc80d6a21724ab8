import type { HeapProfiler, Profiler, Runtime } from 'node:inspector'
import { LaunchError } from '@steelyard/launcher'
import type { PlaceKind } from '@steelyard/record'

/** A function on a stack, and what called it. */
export interface StackFrame {
  /** Empty for one without a name; in brackets what is no function, as `(garbage collector)`. */
  readonly name: string
  /** URL of its script; empty where it has none. */
  readonly url: string
  /** Line of its beginning, from 0; -1 where unknown. */
  readonly line: number
  readonly column: number
  /** What it is, where the sampler knows; absent where its name and place show it. */
  readonly kind?: PlaceKind
  readonly caller: StackFrame | null
}

/** Where a program was. */
export interface Sample {
  readonly frame: StackFrame
  /** How long, in microseconds; of allocations their bytes, as the engine estimates them. */
  readonly weight: number
}

/** The outermost function of V8's profiles, which stands for the whole program. */
export const ROOT = '(root)'

/** Whether nothing ran. */
export function isIdle({ name }: StackFrame): boolean {
  return name === '(idle)' || name === ROOT
}

/** Returns a frame and its callers, innermost first. */
export function stackOf(innermost: StackFrame): StackFrame[] {
  const stack: StackFrame[] = []
  for (let frame: StackFrame | null = innermost; frame !== null; frame = frame.caller) stack.push(frame)
  return stack
}

/** The inspector may leave samples out; a profile without them is refused. */
type Profile = { readonly [Key in keyof Profiler.Profile]-?: NonNullable<Profiler.Profile[Key]> }

/** Reads a `.cpuprofile`: a sample lasts until the next one, the last until the end. LaunchError when the text is none. */
export function readCpuProfile(text: string): Sample[] {
  const profile = profileIn(text)
  const frames = framesOf(profile.nodes)
  let atUs = profile.startTime
  const takenUs = profile.timeDeltas.map(deltaUs => {
    atUs += deltaUs
    return atUs
  })
  return profile.samples.map((id, index) => {
    const frame = frames.get(id)
    if (frame === undefined) throw noProfile(`names no node ${id}`)
    const untilUs = takenUs[index + 1] ?? profile.endTime
    return { frame, weight: Math.max(0, untilUs - (takenUs[index] ?? untilUs)) }
  })
}

function framesOf(nodes: readonly Profiler.ProfileNode[]): Map<number, StackFrame> {
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
  )
  const byId = new Map(nodes.map(node => [node.id, node]))
  const frames = new Map<number, StackFrame>()
  const reach = (id: number, depth: number): StackFrame | null => {
    const known = frames.get(id)
    const node = byId.get(id)
    if (known !== undefined || node === undefined) return known ?? null
    if (depth > nodes.length) throw noProfile('has a function that is its own caller')
    const caller = callers.get(id)
    const frame = frameOf(node.callFrame, caller === undefined ? null : reach(caller, depth + 1))
    frames.set(id, frame)
    return frame
  }
  for (const { id } of nodes) reach(id, 0)
  return frames
}

function profileIn(text: string): Profile {
  const value = parsed(text)
  const { nodes, samples, timeDeltas, startTime, endTime } = (value ?? {}) as Partial<Profiler.Profile>
  if (!Array.isArray(nodes) || !nodes.every(isNode)) throw noProfile('has no right nodes')
  if (!areNumbers(samples) || !areNumbers(timeDeltas) || samples.length !== timeDeltas.length) {
    throw noProfile('has no right samples')
  }
  if (!areNumbers([startTime, endTime])) throw noProfile('has no right times')
  return value as Profile
}

function isNode(value: unknown): value is Profiler.ProfileNode {
  const { id, callFrame, children } = (value ?? {}) as Partial<Profiler.ProfileNode>
  return Number.isFinite(id) && (children === undefined || areNumbers(children)) && isCallFrame(callFrame)
}

function isCallFrame(value: unknown): value is Runtime.CallFrame {
  const { functionName, url, lineNumber, columnNumber } = (value ?? {}) as Partial<Runtime.CallFrame>
  return typeof functionName === 'string' && typeof url === 'string' && areNumbers([lineNumber, columnNumber])
}

function areNumbers(values: unknown): values is number[] {
  return Array.isArray(values) && values.every(value => Number.isFinite(value))
}

const DEEPEST = 1000

/** Reads the tree of a `.heapprofile`: what was allocated under each stack. LaunchError when the text is none. */
export function readHeapProfile(text: string): Sample[] {
  const found: Sample[] = []
  const visit = (value: unknown, caller: StackFrame | null, depth: number) => {
    const { callFrame, selfSize, children } = heapNodeIn(value)
    if (depth > DEEPEST) throw noProfile('is too deep')
    const frame = frameOf(callFrame, caller)
    if (selfSize > 0) found.push({ frame, weight: selfSize })
    for (const child of children) visit(child, frame, depth + 1)
  }
  visit((parsed(text) as { readonly head?: unknown } | null)?.head, null, 0)
  return found
}

function heapNodeIn(value: unknown): HeapProfiler.SamplingHeapProfileNode {
  const { callFrame, selfSize, children } = (value ?? {}) as Partial<HeapProfiler.SamplingHeapProfileNode>
  const isSize = Number.isFinite(selfSize) && (selfSize ?? 0) >= 0
  if (!isCallFrame(callFrame) || !isSize || !Array.isArray(children)) throw noProfile('has no right nodes')
  return value as HeapProfiler.SamplingHeapProfileNode
}

function frameOf(
  { functionName, url, lineNumber, columnNumber }: Runtime.CallFrame,
  caller: StackFrame | null,
) {
  return { name: functionName, url, line: lineNumber, column: columnNumber, caller }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw noProfile('is no JSON')
  }
}

function noProfile(why: string): LaunchError {
  return new LaunchError('crashed', `gave no valid profile: it ${why}`)
}
