import { mitata } from './mitata/timer.ts'
import type { Timer, TimerName } from './timer.ts'
import { tinybench } from './tinybench/timer.ts'
import { workerdBench } from './workerd-bench/timer.ts'

export type { Timer, TimerName } from './timer.ts'
export { BENCH_ENTRY, benchCommand } from './workerd-bench/command.ts'
export { readBenchReport } from './workerd-bench/report.ts'
export { readStartupPhases, startupCommand } from './workerd-bench/startup.ts'

/** Every timer except Steelyard's own. */
export const timers: Readonly<Record<TimerName, Timer>> = {
  mitata,
  tinybench,
  'workerd-bench': workerdBench,
}
