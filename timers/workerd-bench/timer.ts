import type { Timer } from '../timer.ts'

const ELSEWHERE = 'workerd bench is a command of workerd'

export const workerdBench: Timer = {
  name: 'workerd-bench',
  version: null,
  headline: 'mean of its samples, the cost of an empty call taken out',
  defaultTimeMs: 1000,
  // 200 ms of warm-up and 750 ms of empty calls.
  overheadMs: 950,
  warmupMs: 200,
  takesOutEmptyCall: true,
  leavesOut: 0,
  module: null,
  gaps: { node: ELSEWHERE, deno: ELSEWHERE, bun: ELSEWHERE },
}
