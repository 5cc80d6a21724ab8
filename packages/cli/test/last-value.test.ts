import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pacingFor } from '@steelyard/schedule'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { launchGroup } from '../../measure/src/launch/launch-group.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { launchContext } from './launch-context.ts'

/** The first call is right, and is the one that is checked before timing; those that are timed answer differently. */
const SUITE = `import { suite } from 'steelyard'
export default suite({
  name: 'turning', question: 'Is the last value checked?',
  setup: () => ({ calls: 0 }),
  cases: {
    right: state => { let sum = 0; for (let i = 0; i < 100; i++) sum += Math.sqrt(i + state.calls); return sum > 0 },
    turns: state => ++state.calls === 1,
    'turns-async': async state => ++state.calls === 1,
  },
  expected: () => true,
})`

/** As short as a launch can be. */
const PACING = {
  ...pacingFor(10e6, 1e6),
  ...{ warmupMinimumNs: 5e6, warmupMaximumNs: 20e6 },
}

let workspace: Workspace
let context: LaunchContext
before(async () => {
  workspace = await Workspace.open()
  const file = join(workspace.directory, 'turning.bench.ts')
  await writeFile(file, SUITE)
  context = await launchContext(workspace, file, ['node'])
})
after(() => workspace.close())

for (const caseId of ['turns', 'turns-async']) {
  test(`a launch is lost by who answers differently after timing: ${caseId}`, async () => {
    const params = {}
    const members = ['right', caseId].map(id => ({ caseId: id, params, target: 0 }))
    const result = await launchGroup(members, PACING, context)
    assert.ok('lost' in result)
    assert.deepEqual(
      Array.from(result.lost, ([index, { failure, message }]) => [index, failure, message]),
      [[1, 'failed', 'failed its check: after timing it answered differently']],
    )
    const alone = await launchGroup(members.slice(0, 1), PACING, context)
    assert.ok('launches' in alone && alone.launches.length === 1)
  })
}
