import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { catalog } from '../../packages/measure/src/plan/catalog.ts'
import {
  DEFAULT_TARGETS,
  resolveTargets,
  sharedCompatibilityDate,
} from '../../packages/measure/src/targets/targets.ts'
import { createRandom } from '../../packages/stats/src/index.ts'
import { timers } from '../../timers/index.ts'
import { askSuite, type GapOutcome, type Launching } from './ask-suite.ts'
import { askTimer } from './ask-timer.ts'

/** Tries every case and every timer on each pinned runtime, whether it is declared impossible there or not. */
export async function tryGaps(): Promise<readonly GapOutcome[]> {
  const workspace = await Workspace.open()
  try {
    const targets = await resolveTargets(DEFAULT_TARGETS, workspace.directory)
    const launching: Launching = {
      targets: targets.map(({ target }) => target),
      targetIds: targets.map(({ id }) => id),
      workspace,
      cores: [],
      compatibilityDate: sharedCompatibilityDate(targets),
      random: createRandom(1),
    }
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
