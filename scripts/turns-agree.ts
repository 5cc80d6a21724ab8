// Do turns that the referee takes show the same ratios as turns that the host takes? Windows of both, and of other
// lengths and gaps, one after the other in the same processes; equivalence tests over launches, as Markdown.
//   node scripts/turns-agree.ts [launches of each pair] [part of a pair's name] [part of a way's name, such as host] [ms timed
//   of each contender in a window]
import { fileURLToPath } from 'node:url'
import { launchContext } from '../packages/cli/test/launch-context.ts'
import {
  allowedCores,
  type ContenderProcess,
  moveProcess,
  openReferee,
  type TurnReading,
} from '../packages/launcher/src/index.ts'
import { threadSum } from '../packages/launcher/src/machine/cpu-clock.ts'
import { prepare } from '../packages/measure/src/launch/prepare.ts'
import { batchesOf, samplerOf } from '../packages/measure/src/launch/window-sampler.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../packages/measure/src/targets/targets.ts'
import type { Batch, TakeTurns } from '../packages/schedule/src/index.ts'
import { turnsOf } from '../packages/schedule/src/index.ts'
import { warmUpAlone } from '../packages/schedule/src/launch/conduct-launch.ts'
import { NOTHING_NEEDED } from '../packages/schedule/src/launch/warm-up.ts'
import {
  createRandom,
  mean,
  median,
  standardDeviation,
  studentQuantile,
} from '../packages/stats/src/index.ts'

const SUITE = fileURLToPath(new URL('../packages/cli/test/fixtures/turns.bench.ts', import.meta.url))

type Pair = readonly [caseA: string, targetA: string, caseB: string, targetB: string]

const PAIRS = [
  ['compute', 'node', 'compute-twice', 'node'],
  ['compute', 'deno', 'compute-twice', 'deno'],
  ['compute', 'bun', 'compute-twice', 'bun'],
  ['compute', 'workerd', 'compute-twice', 'workerd'],
  ['compute', 'node', 'compute', 'bun'],
  ['compute', 'node', 'compute', 'workerd'],
  ['compute', 'node', 'allocate', 'node'],
  ['allocate', 'node', 'allocate-twice', 'node'],
  ['await', 'node', 'await-twice', 'node'],
  ['await', 'node', 'await', 'bun'],
  ['await', 'deno', 'await-twice', 'deno'],
] as const satisfies readonly Pair[]

const LEAD_IN_NS = 0.3e6
const NULL_BATCHES = 9
const WARM_UP = { leadInNs: LEAD_IN_NS, warmupMinimumNs: 150e6, warmupMaximumNs: 600e6 }

/** A way to take the turns of a window. */
interface Way {
  readonly name: string
  readonly by: 'host' | 'referee'
  /** Length of a batch, in batches. */
  readonly length: number
  /** Idle time before every turn. */
  readonly idleNs: number
  /** Whether the referee times the batches, by what it sees from outside. */
  readonly outside?: boolean
}

const way = (name: string, by: Way['by'], length = 1, idleNs = 0): Way => ({ name, by, length, idleNs })
const outside = (length: number): Way => ({
  ...way(`timed from outside, ${length} T`, 'referee', length),
  outside: true,
})
const HOST = way('host', 'host')
const REFEREE = way('referee', 'referee')
const WAYS = [
  REFEREE,
  HOST,
  way('2 T', 'referee', 2),
  way('4 T', 'referee', 4),
  way('idle 1 ms', 'referee', 1, 1e6),
  way('idle 3 ms', 'referee', 1, 3e6),
]

/** Only where the clock of a runtime ticks slowly. */
const OUTSIDE_WAYS = [0.3, 0.6, 1, 2].map(outside)

/** What one window showed. */
interface Shown {
  readonly logRatio: number
  /** Wall time of batches ÷ that of the window. */
  readonly timedShare: number
  readonly nullHostNs: readonly number[]
  readonly nullCpuNs: readonly number[]
  readonly contended: number
  /** CPU time of who waited ÷ the batch. */
  readonly debt: number
  /** CPU time in lead-ins, in batches, while waiting, ÷ that of all threads over the window; none by the host. */
  readonly parts: readonly number[]
}

const [, , launchesText = '12', only = '', onlyWay = '', windowText = '150'] = process.argv
/** Timed batches of one contender in one window, together. */
const WINDOW_NS = Number(windowText) * 1e6
const random = createRandom(Date.now() % 1e6)
const cores = allowedCores()
const core = cores.at(-1) ?? 0
const workspace = await Workspace.open()
const referee = openReferee()
if (referee === null) throw new Error('there is no referee on this platform')
try {
  const context = { ...(await launchContext(workspace, SUITE)), cores }
  process.stdout.write(
    `| pair | way | shown | timed share | null batch, µs of host and CPU time | contended | left behind | CPU in lead-ins, batches, waiting; together |\n|---|---|---|---|---|---|---|---|\n`,
  )
  for (const pair of PAIRS) {
    const name = `${pair[0]} (${pair[1]}) ÷ ${pair[2]} (${pair[3]})`
    if (!name.includes(only)) continue
    const launches: ReadonlyMap<Way, readonly Shown[]>[] = []
    while (launches.length < Number(launchesText)) launches.push(await launchPair(pair))
    for (const each of waysOf(pair)) printWay(name, each, launches, pair)
  }

  async function launchPair([caseA, targetA, caseB, targetB]: Pair) {
    await moveProcess(process.pid, cores)
    const processes: ContenderProcess[] = []
    try {
      for (const [caseId, runtime] of [[caseA, targetA] as const, [caseB, targetB] as const]) {
        const plan = { caseId, params: {}, target: DEFAULT_TARGETS.indexOf(runtime) }
        processes.push((await prepare(plan, context, { core })).process)
      }
      // As a run has them: those of the runtime that needs the longest.
      const batchNs = Math.max(...processes.map(({ target }) => target.runner.turnNs))
      const samplers = processes.map(one => samplerOf(one))
      const iterationNs: number[] = []
      for (const one of samplers) {
        const pacing = { ...WARM_UP, batchNs, timedNs: WINDOW_NS }
        iterationNs.push((await warmUpAlone(one, pacing, NOTHING_NEEDED)).iterationNs)
      }
      await moveProcess(
        process.pid,
        cores.filter(other => other !== core),
      )
      const byHost = turnsOf(samplers)
      const shown = new Map<Way, Shown[]>(waysOf([caseA, targetA, caseB, targetB]).map(each => [each, []]))
      const order = random.shuffle([...shown.keys()])
      for (const each of [...order, ...order.toReversed()]) {
        const parts: number[][] = []
        const takeTurns: TakeTurns =
          each.by === 'host'
            ? byHost
            : async turns => {
                const refereed = turns.map(turn => ({
                  ...{ ...turn, idleNs: each.idleNs },
                  ...(each.outside ? { timedBy: 'referee' as const } : {}),
                }))
                const clocks = processes.map(({ pid }) => threadSum(pid))
                const before = clocks.map(read => read())
                const taken = await referee?.takeTurns(core, processes, refereed)
                if (!taken) throw new Error('the referee refused')
                const { readings } = taken
                const totals = clocks.map(
                  (read, index) => (read() ?? Number.NaN) - (before[index] ?? Number.NaN),
                )
                parts.splice(
                  0,
                  parts.length,
                  ...totals.map((total, index) => partsOf(refereed, readings, index, total)),
                )
                return batchesOf(turns, readings)
              }
        const one = await windowBy(takeTurns, iterationNs, batchNs * each.length)
        shown.get(each)?.push({
          ...one,
          parts:
            parts.length === 0 ? [] : [0, 1, 2].map(part => mean(parts.map(of => of[part] ?? Number.NaN))),
        })
      }
      return shown
    } finally {
      await Promise.all(processes.map(one => one.kill()))
    }
  }
} finally {
  await referee.close()
  await workspace.close()
}

function waysOf(pair: Pair): readonly Way[] {
  const ways = pair.includes('workerd') ? [...WAYS, ...OUTSIDE_WAYS] : WAYS
  return ways.filter(each => each === REFEREE || each.name.includes(onlyWay))
}

/** Returns the CPU time of a contender in its lead-ins, in its batches and while it waited, ÷ all that its threads had. */
function partsOf(
  turns: readonly { readonly contender: number }[],
  readings: readonly TurnReading[],
  contender: number,
  totalNs: number,
): number[] {
  const own = readings.filter((_, index) => turns[index]?.contender === contender)
  const parts = own.map(({ arrivedCpuNs, cpuNs: [before, after] }, index) => [
    (before ?? Number.NaN) - (arrivedCpuNs ?? Number.NaN),
    (after ?? Number.NaN) - (before ?? Number.NaN),
    (own[index + 1]?.arrivedCpuNs ?? after ?? Number.NaN) - (after ?? Number.NaN),
  ])
  return [0, 1, 2].map(part => parts.reduce((sum, of) => sum + (of[part] ?? 0), 0) / totalNs)
}

async function windowBy(
  takeTurns: TakeTurns,
  iterationNs: readonly number[],
  batchNs: number,
): Promise<Omit<Shown, 'parts'>> {
  const turns = (contender: number, isNull: boolean) => ({
    contender,
    leadIn: Math.ceil(LEAD_IN_NS / (iterationNs[contender] ?? 1)),
    iterations: isNull ? 0 : Math.max(1, Math.round(batchNs / (iterationNs[contender] ?? 1))),
  })
  const nulls = Array.from({ length: 2 * NULL_BATCHES }, (_, index) => turns(index % 2, true))
  const timed = Array.from({ length: 2 * Math.max(4, Math.round(WINDOW_NS / batchNs)) }, (_, index) =>
    turns(index % 2, false),
  )
  const nullBatches = await takeTurns(nulls)
  const began = performance.now()
  const batches = await takeTurns(timed)
  const windowNs = (performance.now() - began) * 1e6
  const of = (all: readonly Batch[], contender: number) => all.filter((_, index) => index % 2 === contender)
  const perIteration = [0, 1].map(contender => {
    const nullNs = median(of(nullBatches, contender).map(({ wallNs }) => wallNs))
    const sum = of(batches, contender).reduce((total, { wallNs }) => total + wallNs - nullNs, 0)
    return sum / (timed[contender]?.iterations ?? 1)
  })
  const [a = 1, b = 1] = perIteration
  const wallNs = batches.reduce((sum, batch) => sum + batch.wallNs, 0)
  return {
    logRatio: Math.log(a / b),
    timedShare: wallNs / windowNs,
    nullHostNs: [0, 1].map(contender => median(of(nullBatches, contender).map(({ hostNs }) => hostNs))),
    nullCpuNs: [0, 1].map(contender => median(of(nullBatches, contender).map(({ cpuNs }) => cpuNs ?? 0))),
    contended:
      batches.filter(({ audit, wallNs: ns }) => (audit?.waitedNs ?? 0) > 0.02 * ns).length / batches.length,
    debt: mean(batches.map(({ othersCpuNs, wallNs: ns }) => (othersCpuNs ?? 0) / ns)),
  }
}

function printWay(
  name: string,
  each: Way,
  launches: readonly ReadonlyMap<Way, readonly Shown[]>[],
  pair: Pair,
): void {
  const logsOf = (of: Way) =>
    launches.map(launch => mean((launch.get(of) ?? []).map(({ logRatio }) => logRatio)))
  const all = launches.flatMap(launch => launch.get(each) ?? [])
  const shares = (values: readonly number[]) => `${(100 * mean(values)).toFixed(1)} %`
  const microseconds = (values: readonly number[]) => (median(values) / 1e3).toFixed(0)
  const nulls = [0, 1].map(
    contender =>
      `${microseconds(all.map(one => one.nullHostNs[contender] ?? 0))}, ${microseconds(all.map(one => one.nullCpuNs[contender] ?? 0))}`,
  )
  process.stdout.write(
    `| ${name} | ${each.name} | ${each === REFEREE ? `${Math.exp(mean(logsOf(each))).toFixed(4)}, sd ${(100 * standardDeviation(logsOf(each))).toFixed(2)} %` : differenceOf(logsOf(each), logsOf(REFEREE), pair)} | ${shares(all.map(one => one.timedShare))} | ${nulls.join('; ')} | ${shares(all.map(one => one.contended))} | ${(100 * mean(all.map(one => one.debt))).toFixed(3)} % | ${partsText(all)} |\n`,
  )
}

function partsText(all: readonly Shown[]): string {
  const known = all
    .map(({ parts }) => parts)
    .filter(parts => parts.length > 0 && parts.every(Number.isFinite))
  if (known.length === 0) return ''
  const shares = [0, 1, 2].map(part => mean(known.map(parts => parts[part] ?? 0)))
  const together = known.map(parts => parts.reduce((sum, part) => sum + part, 0))
  return `${shares.map(share => (100 * share).toFixed(1)).join(', ')}; ${(100 * Math.min(...together)).toFixed(2)}–${(100 * Math.max(...together)).toFixed(2)} %`
}

/** The difference of two ways in percent with its 90 % interval, and whether that lies within the margin. */
function differenceOf(logs: readonly number[], others: readonly number[], pair: Pair): string {
  const differences = logs.map((log, index) => 100 * (log - (others[index] ?? 0)))
  const centre = mean(differences)
  const half =
    (studentQuantile(0.95, differences.length - 1) * standardDeviation(differences)) /
    Math.sqrt(differences.length)
  const margin = pair.every(word => !/allocate|await/.test(word)) ? 0.3 : 0.5
  const verdict =
    Math.abs(centre) + half <= margin
      ? 'agrees'
      : Math.abs(centre) - half > margin
        ? '**differs**'
        : 'undecided'
  return `${centre.toFixed(2)} % [${(centre - half).toFixed(2)}, ${(centre + half).toFixed(2)}], ${verdict} (± ${margin})`
}
