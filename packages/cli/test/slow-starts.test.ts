import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LaunchError, LIMITS } from '@steelyard/launcher'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import type { ContenderPlan } from '../../measure/src/plan/plan.ts'
import { bundleApps } from '../../measure/src/starts/app-bundles.ts'
import { startOnce } from '../../measure/src/starts/start-once.ts'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { processesOf } from './bench-process.ts'
import { launchContext } from './launch-context.ts'

const SUITE = `import { serverSuite } from 'steelyard'
export default serverSuite({
  name: 'slow', question: 'Who is late?', measure: 'start',
  cases: {
    deaf: { source: () => 'for (;;) {}; export default { fetch: () => new Response("") }' },
    mute: { source: () => 'export default { fetch: () => new Promise(() => {}) }' },
  },
})`

/** An app that never listens does not within any limit; one that has not answered yet must have had time to start. */
const LIMITS_OF = {
  deaf: { ...LIMITS, startMs: 400, requestMs: 400 },
  mute: { ...LIMITS, requestMs: 400 },
} as const

/** Answers by target. workerd gives a request up itself when nothing is left that could answer it. */
const UNANSWERED = [
  ...Array.from({ length: 3 }, () => 'did not answer a request within 0.4 s'),
  'closed the connection before its answer was whole',
]

let workspace: Workspace
let context: LaunchContext
before(async () => {
  workspace = await Workspace.open()
  const file = join(workspace.directory, 'slow.bench.ts')
  await writeFile(file, SUITE)
  context = await launchContext(workspace, file)
})
after(() => workspace.close())

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  test(`an app on ${runtime} that never listens, or never answers, is lost and gone`, async () => {
    const plans = (['deaf', 'mute'] as const).map((caseId): ContenderPlan => ({ caseId, params: {}, target }))
    const bundles = await bundleApps(plans, context.suite, workspace)
    const said: string[] = []
    for (const plan of plans) {
      const bundle = bundles.get(plan)
      assert.ok(bundle)
      const limits = LIMITS_OF[plan.caseId as keyof typeof LIMITS_OF]
      const error = await startOnce(plan, bundle, null, context, limits).then(
        () => assert.fail('it started'),
        reason => reason,
      )
      assert.ok(error instanceof LaunchError, String(error))
      said.push(error.message)
    }
    assert.deepEqual(said, ['did not listen within 0.4 s', UNANSWERED[target]])
    assert.deepEqual(processesOf(workspace.directory), [])
  })
}
