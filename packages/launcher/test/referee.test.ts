import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { allowedCores, canPin } from '../src/machine/affinity.ts'
import type { ContenderProcess } from '../src/process/launch.ts'
import { LaunchError, type LaunchFailure } from '../src/process/launch-error.ts'
import { openReferee, type Referee, TurnLost } from '../src/referee/referee.ts'
import type { Turn } from '../src/referee/turns.ts'
import { startFake } from './fake-contender.ts'

const referee = openReferee()
const core = allowedCores()[0] ?? 0
const skip = referee === null || !canPin()

describe('the referee', { skip }, () => {
  let directory: string
  let count = 0

  before(async () => {
    directory = await mkdtemp(join(os.tmpdir(), 'steelyard-referee-'))
  })
  after(async () => {
    await referee?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const turn = (contender: number): Turn => ({ contender, leadIn: 1, iterations: 1 })

  async function using(
    manners: readonly string[],
    work: (referee: Referee, contenders: readonly ContenderProcess[]) => Promise<void>,
  ): Promise<void> {
    const contenders = await Promise.all(
      manners.map(manner => startFake(manner, join(directory, String(count++)))),
    )
    try {
      await work(referee as Referee, contenders)
    } finally {
      await Promise.all(contenders.map(contender => contender.kill()))
    }
  }

  async function loses(
    manners: readonly string[],
    lost: number,
    failure: LaunchFailure,
    message: RegExp,
    turns: readonly Turn[] = [turn(0), turn(0)],
  ): Promise<void> {
    await using(manners, (one, contenders) =>
      assert.rejects(one.takeTurns(core, contenders, turns), (error: unknown) => {
        assert.ok(error instanceof TurnLost, String(error))
        assert.equal(error.contender, lost)
        assert.ok(error.cause instanceof LaunchError)
        assert.equal(error.cause.failure, failure)
        assert.match(error.cause.message, message)
        return true
      }),
    )
  }

  test('takes the turns in their order and reads what each took', () =>
    using(['working', 'working'], async (one, contenders) => {
      const { readings = [], widthRatios = [] } =
        (await one.takeTurns(core, contenders, [turn(0), turn(1), turn(1), turn(0)])) ?? {}
      assert.equal(readings.length, 4)
      assert.equal(widthRatios.length, 2)
      for (const ratio of widthRatios) assert.ok(ratio > 0 && ratio < 100, `${ratio}`)
      let endedNs = 0
      for (const { durationNs, sentNs, receivedNs, cpuNs, before, after } of readings) {
        assert.equal(durationNs, 1000)
        assert.ok(sentNs >= endedNs && receivedNs - sentNs > 2e6, 'it sleeps 2 ms before it replies')
        endedNs = receivedNs
        assert.ok(Number(cpuNs) > 0)
        assert.ok(Number(after.mainCpuNs) > Number(before.mainCpuNs))
        assert.ok(Number(after.preemptions) >= Number(before.preemptions))
      }
    }))

  test('gives the channel back: the host exchanges commands before and after', () =>
    using(['working'], async (one, contenders) => {
      const [contender] = contenders
      for (let i = 0; i < 3; i++) {
        await contender?.exchange({ type: 'lead-in', iterations: 1 })
        await contender?.exchange({ type: 'run', iterations: 1 })
        assert.equal((await one.takeTurns(core, contenders, [turn(0)]))?.readings.length, 1)
      }
    }))

  test('takes no turns on a core that is not there, nor when it is closed; the host has the channel then', () =>
    using(['working'], async (one, contenders) => {
      assert.equal(await one.takeTurns(1023, contenders, [turn(0)]), null)
      const closed = openReferee()
      await closed?.close()
      assert.equal(await closed?.takeTurns(core, contenders, [turn(0)]), null)
      await contenders[0]?.exchange({ type: 'lead-in', iterations: 1 })
    }))

  test('takes the turns of two groups one after the other', () =>
    using(['working', 'working'], async (one, [a, b]) => {
      const both = await Promise.all(
        [a, b].map(contender => one.takeTurns(core, contender ? [contender] : [], [turn(0), turn(0)])),
      )
      const [first, second] = both.map(taken => taken?.readings ?? [])
      assert.ok((first?.at(-1)?.receivedNs ?? 0) < (second?.[0]?.sentNs ?? 0))
    }))

  test('names how a contender ended in its batch', () =>
    loses(['dying-in-its-batch'], 0, 'crashed', /exited with code 5: fatal: the floor is gone/))

  test('names the contender that ended while it waited, before the turns are over', { timeout: 10_000 }, () =>
    loses(
      ['working', 'dying-while-it-waits'],
      1,
      'crashed',
      /exited with code 6/,
      Array.from({ length: 20_000 }, () => turn(0)),
    ),
  )

  test('keeps the limit of time', () =>
    loses(['hanging-in-its-batch'], 0, 'timeout', /did not end a batch within 0\.5 s/))

  test('believes no time that is longer than what it saw', () =>
    loses(['too-fast'], 0, 'crashed', /in reply to 'run' says that durationNs is 1000000000/))

  test('tells what the code of a suite threw', () =>
    loses(['throwing'], 0, 'failed', /^threw: no more sand$/))

  test('accepts no reply that no command asked for', async () => {
    await loses(['early'], 0, 'crashed', /spoke although it was not asked|in reply to something else/)
    await loses(['twice'], 0, 'crashed', /spoke although it was not asked|in reply to something else/)
    await loses(['guessing'], 0, 'crashed', /in reply to something else/)
  })

  test('accepts nothing after the last reply', () =>
    loses(['adding-a-word', 'working'], 0, 'crashed', /spoke although it was not asked/, [turn(0), turn(1)]))

  test('ends with a contender that is killed', () =>
    using(['hanging-in-its-batch'], async (one, contenders) => {
      const turns = one.takeTurns(core, contenders, [turn(0)])
      setTimeout(() => void contenders[0]?.kill(), 50)
      await assert.rejects(turns, /was killed by SIGKILL/)
    }))
})
