import type { CauseRecord, ProfileRecord, StackNodeRecord } from '@steelyard/record'
import { frameKey, isOfProcess } from './cause-side.ts'

/** A function where it was called so, in the profile of one side. */
export interface Branch {
  readonly frame: Pick<StackNodeRecord, 'name' | 'source' | 'kind'>
  /** Share of each launch in which it ran itself. */
  readonly self: readonly number[]
  /** Share of each launch in which it or what it called ran. */
  readonly total: readonly number[]
  /** What it called, by what is the same on the other side. */
  readonly callees: ReadonlyMap<string, Branch>
}

interface Growing extends Pick<Branch, 'frame'> {
  readonly self: number[]
  /** What it called and was not kept. */
  readonly below: number[]
  readonly callees: Map<string, Growing>
}

/**
 * Returns the stacks of a profile from an iteration on; null without stacks.
 *
 * @param by between engines and cases each function of the suite stands once below the iteration: an engine may leave out
 * who called it. What it calls of others is its own, but for the collector and compilers.
 */
export function branchOf({ stacks, launches }: ProfileRecord, by: CauseRecord['by']): Branch | null {
  const [first] = stacks
  if (first === undefined) return null
  const grow = ({ name, source, kind }: Branch['frame']): Growing => ({
    frame: { name, source, kind },
    self: [],
    below: [],
    callees: new Map(),
  })
  const root = grow(first)
  const reached: Growing[] = []
  for (const [index, node] of stacks.entries()) {
    const caller = node.caller === null ? undefined : reached[node.caller]
    const at = caller === undefined ? root : calleeOf(caller, node)
    reached.push(at)
    for (const [launch, { self, below }] of launches.entries()) {
      const unkept = by === 'place' ? at.below : at.self
      at.self[launch] = (at.self[launch] ?? 0) + (self[index] ?? 0)
      unkept[launch] = (unkept[launch] ?? 0) + (below[index] ?? 0)
    }
  }
  return grown(root)

  function calleeOf(caller: Growing, node: StackNodeRecord): Growing {
    const isUnnamed = node.kind === 'engine' && caller === root
    const isOwn = node.kind === 'suite' || isOfProcess(node.kind) || isUnnamed
    if (by === 'function' && !isOwn) return caller
    const key = frameKey(node, by)
    if (by === 'function' && key === frameKey(root.frame, by)) return root
    const from = by === 'function' ? root : caller
    const callee = from.callees.get(key) ?? grow(node)
    from.callees.set(key, callee)
    return callee
  }
}

function grown({ frame, self, below, callees }: Growing): Branch {
  const called = new Map(Array.from(callees, ([key, callee]) => [key, grown(callee)]))
  const totals = Array.from(called.values(), callee => callee.total)
  const total = self.map((share, launch) =>
    totals.reduce((sum, each) => sum + (each[launch] ?? 0), share + (below[launch] ?? 0)),
  )
  return { frame, self, total, callees: called }
}
