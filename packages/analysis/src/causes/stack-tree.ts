import type { StackShare } from '@steelyard/measure'
import { sum } from '@steelyard/stats'

type Frame = StackShare['frames'][number]

interface Branch {
  readonly frame: Frame
  readonly self: number[]
  readonly callees: Map<string, Branch>
}

/** Digits of a share: a launch has some thousand samples. */
const STEPS = 1e5

/**
 * Returns the stacks of launches, which have one first frame, as one tree, and the shares of its nodes in each launch. What
 * takes less than `leastShare` over all launches is a part of `below` of its caller, but for the first frame.
 */
export function stackTree(launches: readonly (readonly StackShare[])[], leastShare: number) {
  const first = launches.flat().find(({ frames }) => frames[0]?.source != null) ?? launches.flat()[0]
  if (first?.frames[0] === undefined) return { stacks: [], launches: [] }
  const newBranch = (frame: Frame): Branch => ({ frame, self: launches.map(() => 0), callees: new Map() })
  const root = newBranch(first.frames[0])
  for (const [launch, stacks] of launches.entries()) {
    for (const { frames, share } of stacks) {
      let at = root
      for (const frame of frames.slice(1)) {
        const key = JSON.stringify([frame.name, frame.source, frame.kind])
        const next = at.callees.get(key) ?? newBranch(frame)
        at.callees.set(key, next)
        at = next
      }
      at.self[launch] = (at.self[launch] ?? 0) + share
    }
  }
  const nodes = nodesOf(root, leastShare)
  return {
    stacks: nodes.map(({ caller, frame: { name, source, kind } }) => ({ caller, name, source, kind })),
    launches: launches.map((_, launch) => ({
      self: nodes.map(({ self }) => rounded(self[launch])),
      below: nodes.map(({ below }) => rounded(below[launch])),
    })),
  }
}

interface Node extends Pick<Branch, 'frame' | 'self'> {
  readonly caller: number | null
  readonly below: readonly number[]
}

function nodesOf(root: Branch, leastShare: number): Node[] {
  const nodes: Node[] = []
  const add = (branch: Branch, caller: number | null) => {
    const callees = Array.from(branch.callees.values(), callee => ({ callee, totals: totalsOf(callee) }))
      .map(each => ({ ...each, total: sum(each.totals) }))
      .toSorted((a, b) => b.total - a.total)
    const isKept = ({ total }: { readonly total: number }) => total >= leastShare * root.self.length
    const left = callees.filter(each => !isKept(each))
    const below = root.self.map((_, launch) => sum(left.map(({ totals }) => totals[launch] ?? 0)))
    const index = nodes.push({ caller, frame: branch.frame, self: branch.self, below }) - 1
    for (const { callee } of callees.filter(isKept)) add(callee, index)
  }
  add(root, null)
  return nodes
}

/** Returns the share of each launch that the branch took with what it called. */
function totalsOf({ self, callees }: Branch): number[] {
  const totals = Array.from(callees.values(), totalsOf)
  return self.map((share, launch) => share + sum(totals.map(each => each[launch] ?? 0)))
}

function rounded(share = 0): number {
  return Math.min(1, Math.round(share * STEPS) / STEPS)
}
