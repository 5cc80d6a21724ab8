import { createRandom } from '@steelyard/stats'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import type { Workspace } from '../../measure/src/launch/workspace.ts'
import { loadSuite } from '../../measure/src/plan/load-suite.ts'
import {
  DEFAULT_TARGETS,
  resolveTargets,
  sharedCompatibilityDate,
} from '../../measure/src/targets/targets.ts'

/** Returns what launches of a suite file need, unpinned. */
export async function launchContext(
  workspace: Workspace,
  file: string,
  runtimes: readonly string[] = DEFAULT_TARGETS,
): Promise<LaunchContext> {
  const targets = await resolveTargets(runtimes, workspace.directory)
  return {
    suite: await loadSuite(file, 'the suite', workspace),
    targets: targets.map(({ target }) => target),
    targetIds: targets.map(({ id }) => id),
    workspace,
    cores: [],
    compatibilityDate: sharedCompatibilityDate(targets),
    referenceOutputs: new Map(),
    random: createRandom(1),
  }
}
