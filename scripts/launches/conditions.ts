// Does how it is measured move a ratio? Launches of a pair of cases in random order: with and without the meter of stalls and
// the referee, or in batches of half the length that the runtime needs, the same, and two and four times it.
//   node scripts/launches/conditions.ts <suite> <base case> <head case> [target] [launches of each condition] [--batches]
// The suite may be "doctor", whose cases are compute, allocate and await.
// Prints Markdown, and adds each launch to results/local/launch-conditions.jsonl.
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import { launchContext } from '../../packages/cli/test/launch-context.ts'
import { allowedCores, killAll, machineFacts, stolenShareSince } from '../../packages/launcher/src/index.ts'
import { launchGroup } from '../../packages/measure/src/launch/launch-group.ts'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import type { ContenderLaunch } from '../../packages/schedule/src/index.ts'
import {
  createRandom,
  mean,
  median,
  ratioFromLogs,
  standardDeviation,
} from '../../packages/stats/src/index.ts'
import type { Runner } from '../../runners/index.ts'
import { pairOf, suiteFile } from './pair.ts'

const OUT = fileURLToPath(new URL('../../results/local/launch-conditions.jsonl', import.meta.url))
const PACING = { leadInNs: 0.3e6, warmupMinimumNs: 250e6, warmupMaximumNs: 600e6, timedNs: 300e6 }

interface Condition {
  readonly turns: 'referee' | 'host'
  readonly hasMeter: boolean
  readonly batchMs: number
}

interface Launch {
  /** Nanoseconds per iteration. */
  readonly baseNs: number
  readonly headNs: number
  /** CPU time of the contender that waits ÷ the time of the batches. */
  readonly backgroundShare: number | null
  /** Timed batches ÷ the time from the end of the warm-up to the last check. */
  readonly timedShare: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { batches: { type: 'boolean', default: false } },
})
const [suite = '', base = '', head = '', target = 'node', launches = '12'] = positionals
if (head === '' || !(Number(launches) >= 2)) {
  say(
    'node scripts/launches/conditions.ts <suite> <base case> <head case> [target] [launches, 2 or more] [--batches]',
  )
  process.exit(2)
}
const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
try {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const names = target === 'node' ? ['node'] : ['node', target]
  const context = {
    ...(await launchContext(workspace, suiteFile(suite), names)),
    cores: allowedCores(),
    random,
  }
  const [index, { cpuId }, at] = [names.length - 1, await machineFacts(), new Date().toISOString()]
  const conditions = conditionsOf(context.targets[index]?.runner)
  const [stolen, found] = [stolenShareSince(), new Map<Condition, Launch[]>(conditions.map(one => [one, []]))]
  const plans = pairOf(base, head, index, context.suite.description)
  mkdirSync(dirname(OUT), { recursive: true })
  for (let launch = 0; launch < Number(launches); launch++) {
    for (const condition of random.shuffle(conditions)) {
      const outcome = await launchGroup(
        plans,
        { ...PACING, batchNs: condition.batchMs * 1e6, turnNs: condition.batchMs * 1e6 },
        { ...context, isUntimed: !condition.hasMeter, workspace: workspaceOf(condition) },
      )
      if ('lost' in outcome)
        throw new Error('lost a contender', { cause: outcome.lost.values().next().value })
      const launch = launchOf(outcome.launches, outcome.parts.measuringNs)
      found.get(condition)?.push(launch)
      const facts = { suite, base, head, target: context.targetIds[index], cpuId, at, seed }
      appendFileSync(OUT, `${JSON.stringify({ ...facts, ...condition, ...launch })}\n`)
    }
  }
  say(
    `${suite}, ${head} ÷ ${base} on ${context.targetIds[index]}, ${launches} launches each, ${at}, ${cpuId}, seed ${seed}, ${(100 * (stolen() ?? 0)).toFixed(2)} % stolen\n`,
  )
  say('| turns by | meter | batch, ms | base, µs | head, µs | ratio | spread | background | timed |')
  say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [{ turns, hasMeter, batchMs }, of] of found) {
    const us = (key: 'baseNs' | 'headNs') => (mean(of.map(launch => launch[key])) / 1e3).toPrecision(4)
    const logs = of.map(({ baseNs, headNs }) => Math.log(headNs / baseNs))
    const ratio = ratioFromLogs(logs)
    const interval = [ratio?.value, ratio?.lower, ratio?.upper].map(value => value?.toFixed(3)).join(', ')
    const background = of.flatMap(({ backgroundShare }) => backgroundShare ?? [])
    const percent = (share: number) => `${(100 * share).toPrecision(2)} %`
    say(
      `| ${turns} | ${hasMeter ? 'on' : 'off'} | ${batchMs} | ${us('baseNs')} | ${us('headNs')} | ${interval} | ${percent(standardDeviation(logs))} | ${background.length > 0 ? percent(median(background)) : ''} | ${percent(mean(of.map(({ timedShare }) => timedShare)))} |`,
    )
  }
} finally {
  await killAll()
  await workspace.close()
  release()
}

function conditionsOf(runner: Pick<Runner, 'batchNs' | 'turnNs'> = { batchNs: 0, turnNs: 0 }): Condition[] {
  if (values.batches)
    return [0.5, 1, 2, 4].map(times => ({
      turns: 'referee',
      hasMeter: false,
      batchMs: (times * runner.batchNs) / 1e6,
    }))
  return (['referee', 'host'] as const).flatMap(turns =>
    [false, true].map(hasMeter => ({ turns, hasMeter, batchMs: runner.turnNs / 1e6 })),
  )
}

function launchOf(launches: readonly ContenderLaunch[], measuringNs: number): Launch {
  const [baseNs = 0, headNs = 0] = launches.map(({ wallNs }) => mean(wallNs))
  const timedNs = launches.map(
    ({ wallNs, iterationsPerBatch }) => mean(wallNs) * wallNs.length * iterationsPerBatch,
  )
  return {
    ...{ baseNs, headNs, backgroundShare: launches[0]?.backgroundShare ?? null },
    timedShare: timedNs.reduce((sum, ns) => sum + ns, 0) / measuringNs,
  }
}

/** The same workspace, with a meter that is on in every launch, and without the referee where the host takes the turns. */
function workspaceOf({ turns }: Condition): Workspace {
  return new Proxy(workspace, {
    get(real, name) {
      if (name === 'referee' && turns === 'host') return null
      if (name === 'stallHistory') return { add() {}, share: null }
      const value: unknown = Reflect.get(real, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    },
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
