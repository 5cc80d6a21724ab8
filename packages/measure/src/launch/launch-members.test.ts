import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import type { ContenderLaunch } from '@steelyard/schedule'
import { measuredContender } from '../fixtures/measured-contender.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import type { LaunchContext } from './launch-context.ts'
import { launchMembers, launchRandom } from './launch-members.ts'

const signal = new AbortController().signal

function randomOf(group: number, launch: number, seed = 1, name = 'made') {
  const context = { suite: { description: { name } } } as LaunchContext
  return launchRandom({ seed, context }, group, launch)
}

test('launchRandom gives every launch an order of its own, and the same one when it is made again', () => {
  const LAUNCHES = 200
  const orders = Array.from({ length: LAUNCHES }, (_, launch) => randomOf(0, launch).shuffle([0, 1, 2]))
  const firsts = [0, 1, 2].map(member => orders.filter(([first]) => first === member).length)
  // A third of 200, and 4 standard deviations to either side.
  assert.ok(
    firsts.every(count => Math.abs(count - LAUNCHES / 3) < 4 * Math.sqrt((LAUNCHES * 2) / 9)),
    `${firsts}`,
  )
  const drawn = (...of: Parameters<typeof randomOf>) => randomOf(...of).next()
  assert.equal(drawn(3, 4), drawn(3, 4))
  const others = [drawn(3, 4), drawn(4, 3), drawn(3, 5), drawn(3, 4, 2), drawn(3, 4, 1, 'another')]
  assert.equal(new Set(others).size, others.length)
})

function launchOf(ns: number): ContenderLaunch {
  const [launch] = measuredContender({}, [{ group: 0, launch: 0, wallNs: [ns, ns] }]).launches
  assert.ok(launch)
  return launch
}

test('launchMembers returns the samples of each member, and repeats a launch without a lost member', async () => {
  const plans = ['base', 'a', 'b'].map(caseId => ({ caseId, params: {}, target: 0 }))
  const log = new SuiteLog({ contenders: plans, groups: [[], [], plans] }, 1)
  const launch = async (number: number, lostAt: number | null) => {
    const given = await launchMembers(log, { group: 2, launch: number }, signal, async able => {
      const index = able.findIndex(({ plan }) => plan.caseId === ['base', 'a', 'b'][lostAt ?? -1])
      if (index >= 0) return { lost: [[index, new LaunchError('crashed', 'fell over')]] }
      return { launches: able.map(({ plan }) => launchOf({ base: 100, a: 200, b: 50 }[plan.caseId] ?? 0)) }
    })
    return given?.map(samples => (samples === 'lost' ? samples : samples.wallNs[0]))
  }
  assert.deepEqual(await launch(0, null), [100, 200, 50])
  const before = log.contenders()
  assert.deepEqual(await launch(1, 1), [100, 'lost', 50])
  assert.deepEqual(await launch(2, null), [100, 'lost', 50])
  // What was handed out does not change.
  assert.deepEqual(
    before.map(({ launches }) => launches.length),
    [1, 1, 1],
  )
  const members = log.contenders()
  assert.deepEqual(
    members.map(({ launches }) => launches.map(({ group, launch }) => [group, launch])),
    [
      [
        [2, 0],
        [2, 1],
        [2, 2],
      ],
      [[2, 0]],
      [
        [2, 0],
        [2, 1],
        [2, 2],
      ],
    ],
  )
  // All three had the launch that gave nothing.
  for (const { lostLaunches } of members) {
    assert.deepEqual(
      lostLaunches.map(({ launch, by }) => [launch, by.map(({ plan }) => plan.caseId)]),
      [[1, ['a']]],
    )
  }
  assert.deepEqual(await launch(3, 0), ['lost', 'lost', 50])
})
