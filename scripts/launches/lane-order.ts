// Does it matter in which order contenders of one core warm up? Launches of four equals, two of which warm up on each core, the
// order in a lane fixed: how much longer does the second one take?
//   node scripts/launches/lane-order.ts <suite> <case> [target] [launches]
// The suite may be "doctor". Prints a line of Markdown, and adds each launch to results/local/lane-order.jsonl.
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import { steelyardVersion } from '../../packages/cli/src/version.ts'
import { launchContext } from '../../packages/cli/test/launch-context.ts'
import { allowedCores, killAll, machineFacts } from '../../packages/launcher/src/index.ts'
import { launchGroup } from '../../packages/measure/src/launch/launch-group.ts'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { pacingFor, WINDOW_NS } from '../../packages/schedule/src/index.ts'
import { createRandom, mean, type Random, ratioFromLogs } from '../../packages/stats/src/index.ts'
import { pairOf, suiteFile } from './pair.ts'

const OUT = fileURLToPath(new URL('../../results/local/lane-order.jsonl', import.meta.url))

const [suite = '', caseId = '', target = 'node', launches = '24'] = process.argv.slice(2)
if (caseId === '' || !(Number(launches) >= 2)) {
  say('node scripts/launches/lane-order.ts <suite> <case> [target] [launches, 2 or more]')
  process.exit(2)
}
if (allowedCores().length < 2) {
  say('Cannot have two contenders on each of two cores: there is one core. Allow the process two.')
  process.exit(2)
}
const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
try {
  const seed = Date.now() % 2 ** 31
  const names = target === 'node' ? ['node'] : ['node', target]
  const context = {
    ...(await launchContext(workspace, suiteFile(suite), names)),
    cores: allowedCores(),
    random: unshuffled(createRandom(seed)),
  }
  const index = names.length - 1
  const { description } = context.suite
  const equals = [0, 1].flatMap(() => pairOf(caseId, caseId, index, description))
  const pacing = pacingFor(
    WINDOW_NS,
    context.targets[index]?.runner.batchNs ?? 0,
    context.targets[index]?.runner.turnNs,
  )
  const { cpuId } = await machineFacts()
  const facts = { suite, case: caseId, target: context.targetIds[index], cpuId, seed, ...steelyardVersion() }
  const logs: number[] = []
  mkdirSync(dirname(OUT), { recursive: true })
  for (let launch = 0; launch < Number(launches); launch++) {
    const at = new Date().toISOString()
    const outcome = await launchGroup(equals, pacing, context)
    if ('lost' in outcome) throw new Error('lost a contender', { cause: outcome.lost.values().next().value })
    const meansNs = outcome.launches.map(({ wallNs }) => mean(wallNs))
    // Two share each lane: those of even index are the first ones.
    const [first, second] = [0, 1].map(place => mean(meansNs.filter((_, at) => at % 2 === place)))
    logs.push(Math.log((second ?? Number.NaN) / (first ?? Number.NaN)))
    appendFileSync(OUT, `${JSON.stringify({ ...facts, at, meansNs })}\n`)
  }
  const ratio = ratioFromLogs(logs)
  const interval = [ratio?.value, ratio?.lower, ratio?.upper].map(bound => bound?.toFixed(3))
  say(
    `| ${suite}, ${caseId} on ${facts.target} | ${launches} | ${interval[0]} [${interval[1]}, ${interval[2]}] |`,
  )
} finally {
  await killAll()
  await workspace.close()
  release()
}

/** The same numbers, but nothing that is shuffled changes its order: not the members of the lanes, nor the cores. */
function unshuffled(random: Random): Random {
  return new Proxy(random, {
    get(real, name) {
      if (name === 'shuffle') return <T>(values: readonly T[]) => [...values]
      const value: unknown = Reflect.get(real, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    },
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
