// Tries every case and every timer on each pinned runtime, whether it is declared impossible there or not, and writes what
// each did as JSON: node scripts/bump/ask-gaps.ts <file>
// A process of its own: what is installed is another before and after a bump.
import { writeFile } from 'node:fs/promises'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { catalog } from '../../packages/measure/src/plan/catalog.ts'
import {
  DEFAULT_TARGETS,
  resolveTargets,
  sharedCompatibilityDate,
} from '../../packages/measure/src/targets/targets.ts'
import { createRandom } from '../../packages/stats/src/index.ts'
import { timers } from '../../timers/index.ts'
import { askSuite, type Launching } from './ask-suite.ts'
import { askTimer } from './ask-timer.ts'
import type { GapOutcome } from './compare-gaps.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new TypeError('the file to write is missing')

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
  const answers: GapOutcome[] = []
  for (const [name, suite] of catalog()) {
    process.stderr.write(`${name} `)
    answers.push(...(await askSuite(name, suite, launching)))
  }
  for (const timer of Object.values(timers)) {
    process.stderr.write(`${timer.name} `)
    answers.push(...(await askTimer(timer, launching)))
  }
  process.stderr.write('\n')
  await writeFile(file, JSON.stringify(answers))
} finally {
  await workspace.close()
}
