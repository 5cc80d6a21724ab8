// Do the meter of stalls, or the referee, move a ratio? Launches of a pair of cases with and without each, in random order.
//   node scripts/launches/conditions.ts <suite> <base case> <head case> [target] [launches of each condition]
// Prints Markdown, and adds each launch to results/local/launch-conditions.jsonl.
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import { launchContext } from '../../packages/cli/test/launch-context.ts'
import { allowedCores, killAll, machineFacts, stolenShareSince } from '../../packages/launcher/src/index.ts'
import { launchGroup } from '../../packages/measure/src/launch/launch-group.ts'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { createRandom, mean, ratioFromLogs } from '../../packages/stats/src/index.ts'

const OUT = fileURLToPath(new URL('../../results/local/launch-conditions.jsonl', import.meta.url))
const PACING = { leadInNs: 0.3e6, warmupMinimumNs: 100e6, warmupMaximumNs: 600e6, timedNs: 300e6 }

const CONDITIONS = [
  { turns: 'referee', hasMeter: false },
  { turns: 'referee', hasMeter: true },
  { turns: 'host', hasMeter: false },
  { turns: 'host', hasMeter: true },
] as const
type Condition = (typeof CONDITIONS)[number]

/** Nanoseconds per iteration. */
interface Launch {
  readonly baseNs: number
  readonly headNs: number
}

const [suite = '', base = '', head = '', target = 'node', launches = '12'] = process.argv.slice(2)
if (head === '' || !(Number(launches) >= 2)) {
  say('node scripts/launches/conditions.ts <suite> <base case> <head case> [target] [launches, 2 or more]')
  process.exit(2)
}
const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
try {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const names = target === 'node' ? ['node'] : ['node', target]
  const file = fileURLToPath(new URL(`../../bench/${suite}/suite.ts`, import.meta.url))
  const context = { ...(await launchContext(workspace, file, names)), cores: allowedCores(), random }
  const [index, { cpuId }, at] = [names.length - 1, await machineFacts(), new Date().toISOString()]
  const [stolen, found] = [stolenShareSince(), new Map<Condition, Launch[]>(CONDITIONS.map(one => [one, []]))]
  const params = Object.fromEntries(
    Object.entries(context.suite.description.params).flatMap(([name, [first]]) =>
      first === undefined ? [] : [[name, first] as const],
    ),
  )
  mkdirSync(dirname(OUT), { recursive: true })
  for (let launch = 0; launch < Number(launches); launch++) {
    for (const condition of random.shuffle([...CONDITIONS])) {
      const outcome = await launchGroup(
        [base, head].map(caseId => ({ caseId, params, target: index })),
        { ...PACING, batchNs: context.targets[index]?.runner.batchNs ?? 0 },
        { ...context, isUntimed: !condition.hasMeter, workspace: workspaceOf(condition) },
      )
      if ('lost' in outcome)
        throw new Error('lost a contender', { cause: outcome.lost.values().next().value })
      const [baseNs = 0, headNs = 0] = outcome.launches.map(({ wallNs }) => mean(wallNs))
      found.get(condition)?.push({ baseNs, headNs })
      appendFileSync(
        OUT,
        `${JSON.stringify({ suite, base, head, target: context.targetIds[index], ...condition, baseNs, headNs, cpuId, at, seed })}\n`,
      )
    }
  }
  say(
    `${suite}, ${head} ÷ ${base} on ${context.targetIds[index]}, ${launches} launches each, ${at}, ${cpuId}, seed ${seed}, ${(100 * (stolen() ?? 0)).toFixed(2)} % stolen\n`,
  )
  say('| turns by | meter | base, µs | head, µs | ratio |\n| --- | --- | --- | --- | --- |')
  for (const [{ turns, hasMeter }, of] of found) {
    const us = (key: keyof Launch) => (mean(of.map(launch => launch[key])) / 1e3).toPrecision(4)
    const ratio = ratioFromLogs(of.map(({ baseNs, headNs }) => Math.log(headNs / baseNs)))
    say(
      `| ${turns} | ${hasMeter ? 'on' : 'off'} | ${us('baseNs')} | ${us('headNs')} | ${[ratio?.value, ratio?.lower, ratio?.upper].map(value => value?.toFixed(3)).join(', ')} |`,
    )
  }
} finally {
  await killAll()
  await workspace.close()
  release()
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
