import { fileURLToPath } from 'node:url'
import { bundleSuite, LaunchError } from '../../packages/launcher/src/index.ts'
import { launchTiming } from '../../packages/measure/src/other-timers/timing-launch.ts'
import type { Timer } from '../../timers/index.ts'
import { contextOf, failureUnless, type GapOutcome, type Launching } from './ask-suite.ts'

const TIMED = fileURLToPath(new URL('../acceptance/spin.bench.ts', import.meta.url))
const TIME_MS = 100

/** Has a timer time one case on every target. */
export async function askTimer(timer: Timer, launching: Launching): Promise<readonly GapOutcome[]> {
  const { module, name, gaps } = timer
  const context = await contextOf('spin', TIMED, launching)
  if (context instanceof Error) throw context
  const { workspace, targets } = launching
  const bundle =
    module === null ? context.suite.bundle : await workspace.writeBundle(await bundleSuite(TIMED, module))
  const answers: GapOutcome[] = []
  for (const [target, { runner, version }] of targets.entries()) {
    const contender = { caseId: 'work', params: {}, target }
    const declared = gaps[runner.name] ?? null
    const failure = await failureUnless(declared, async () => {
      const { minNs } = await launchTiming({ contender, timer, bundle, core: null, timeMs: TIME_MS }, context)
      // Its clock does not move within a call.
      if (!(minNs > 0)) throw new LaunchError('failed', `timed a call of some microseconds as ${minNs} ns`)
    })
    answers.push({ subject: `timer ${name}`, runtime: runner.name, version, declared, failure })
  }
  return answers
}
