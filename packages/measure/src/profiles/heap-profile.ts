import { LaunchError } from '@steelyard/launcher'
import { type CallFrame, isCallFrame, type StackFrame } from './cpu-profile.ts'

/** What was allocated under a stack, as the engine estimates it from its samples. */
export interface AllocatedBytes {
  readonly frame: StackFrame
  readonly weight: number
}

interface Node {
  readonly callFrame: CallFrame
  readonly selfSize: number
  readonly children: readonly Node[]
}

const DEEPEST = 1000

/**
 * Reads the tree of a `.heapprofile`.
 *
 * @throws LaunchError when the text is none
 */
export function readHeapProfile(text: string): AllocatedBytes[] {
  const found: AllocatedBytes[] = []
  const visit = (value: unknown, caller: StackFrame | null, depth: number) => {
    const { callFrame, selfSize, children } = nodeIn(value)
    if (depth > DEEPEST) throw noProfile('is too deep')
    const { functionName: name, url, lineNumber: line, columnNumber: column } = callFrame
    const frame = { name, url, line, column, caller }
    if (selfSize > 0) found.push({ frame, weight: selfSize })
    for (const child of children) visit(child, frame, depth + 1)
  }
  visit(headIn(text), null, 0)
  return found
}

function headIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly head?: unknown } | null)?.head
  } catch {
    throw noProfile('is no JSON')
  }
}

function nodeIn(value: unknown): Node {
  const { callFrame, selfSize, children } = (value ?? {}) as Partial<Node>
  const isSize = typeof selfSize === 'number' && Number.isFinite(selfSize) && selfSize >= 0
  if (!isCallFrame(callFrame) || !isSize || !Array.isArray(children)) throw noProfile('has no right nodes')
  return value as Node
}

function noProfile(why: string): LaunchError {
  return new LaunchError('crashed', `gave no valid profile of its heap: it ${why}`)
}
