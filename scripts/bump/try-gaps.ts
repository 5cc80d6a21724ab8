import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { catalog } from '../../packages/measure/src/plan/catalog.ts'
import { DEFAULT_TARGETS } from '../../packages/measure/src/targets/targets.ts'
import { timers } from '../../timers/index.ts'
import { askSuite, type GapOutcome, launchingOn } from './ask-suite.ts'
import { askTimer } from './ask-timer.ts'

/** Tries every case and every timer on each pinned runtime, whether it is declared impossible there or not. */
export async function tryGaps(): Promise<readonly GapOutcome[]> {
  const workspace = await Workspace.open()
  try {
    const launching = await launchingOn(DEFAULT_TARGETS, workspace)
    const outcomes: GapOutcome[] = []
    for (const [name, suite] of catalog()) {
      process.stderr.write(`${name} `)
      outcomes.push(...(await askSuite(name, suite, launching)))
    }
    for (const timer of Object.values(timers)) {
      process.stderr.write(`${timer.name} `)
      outcomes.push(...(await askTimer(timer, launching)))
    }
    process.stderr.write('\n')
    return outcomes
  } finally {
    await workspace.close()
  }
}
