import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launchForModes } from '@steelyard/measure'
import type { LaunchFeatures } from '../../measure/src/engine-logs/launch-features.ts'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { Bench } from './bench-process.ts'
import { launchContext } from './launch-context.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/coin-toss.bench.ts', import.meta.url))
const RUNTIMES = ['node', 'bun', 'workerd']
const OPTIMISING_TIERS = ['Maglev', 'Turbofan', 'DFG', 'FTL']
const MOST_LAUNCHES = 10

const bench = new Bench()
let workspace: Workspace
let context: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, FIXTURE, RUNTIMES)
})
after(async () => {
  await workspace.close()
  await bench.remove()
})

for (const [target, runtime] of RUNTIMES.entries()) {
  test(`launchForModes says of a logged launch which tiers there were, and which states: ${runtime}`, async () => {
    const plan = { caseId: 'sum', params: {}, target }
    const isOptimised = (features: LaunchFeatures) =>
      Object.values(features).some(
        ({ kind, value }) => kind === 'tier' && OPTIMISING_TIERS.includes(`${value}`),
      )
    const launched: LaunchFeatures[] = []
    // On a busy machine a compiler may not end, in its own thread, what it begins before the launch is over.
    do {
      const { iterationNs, features } = await launchForModes(plan, true, context)
      assert.ok(iterationNs > 0 && features)
      launched.push(features)
    } while (!launched.some(isOptimised) && launched.length < MOST_LAUNCHES)
    const text = JSON.stringify(launched)
    assert.ok(launched.some(isOptimised), text)
    const [features = {}] = launched
    if (runtime === 'bun') return
    const caches = Object.entries(features).filter(([key]) =>
      /^inline cache of [xy] at coin-toss\.bench\.ts:\d+$/.test(key),
    )
    assert.equal(caches.length, 2, text)
    assert.ok(
      caches.every(([, { value }]) => value === 'monomorphic' || value === 'megamorphic'),
      text,
    )
  })
}

test('launchForModes says nothing of a launch that is as in a run', async () => {
  const { iterationNs, features } = await launchForModes(
    { caseId: 'sum', params: {}, target: 0 },
    false,
    context,
  )
  assert.ok(iterationNs > 0)
  assert.equal(features, null)
})

for (const [what, args, message] of [
  ['nothing', [], /missing required argument 'suite\/case'/],
  ['many cases', ['async', '--runtime', 'node'], /Cannot take async as one case: there are .* Name one/],
  ['a malformed time', ['async/await-value', '--time', 'soon'], /--time[\s\S]*Give a number above 0/],
  [
    'two things on one stream',
    ['async/await-value', '--json', '-', '--markdown', '-'],
    /--json and --markdown cannot both write to standard output/,
  ],
] as const) {
  test(`modes of ${what} is wrong use`, async () => {
    const { code, stdout, stderr } = await bench.runShared('modes', ...args)
    assert.equal(code, 2, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, message)
  })
}
