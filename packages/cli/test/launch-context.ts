import assert from 'node:assert/strict'
import { createRandom } from '@steelyard/stats'
import { Answers } from '../src/answers.ts'
import type { LaunchContext } from '../src/launch-group.ts'
import { loadSuite } from '../src/load-suite.ts'
import { DEFAULT_TARGETS, resolveTargets, sharedCompatibilityDate } from '../src/targets.ts'
import type { Workshop } from '../src/workshop.ts'

/** Returns what launches of a suite file need, unpinned. The first of the runtimes must be Node, which loads the suite. */
export async function launchContext(
  workshop: Workshop,
  file: string,
  runtimes: readonly string[] = DEFAULT_TARGETS,
): Promise<LaunchContext> {
  const targets = await resolveTargets(runtimes, workshop.directory)
  const [node] = targets
  assert.equal(node?.target.runner.name, 'node')
  return {
    suite: await loadSuite(file, 'the suite', workshop, node.target),
    targets: targets.map(({ target }) => target),
    targetIds: targets.map(({ id }) => id),
    workshop,
    cores: [],
    compatibilityDate: sharedCompatibilityDate(targets),
    answers: new Answers(),
    random: createRandom(1),
  }
}
