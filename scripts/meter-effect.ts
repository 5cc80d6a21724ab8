// Whether the meter of stalls moves a ratio: node scripts/meter-effect.ts [launches] [seconds of a launch] [case of the head]
// In the same processes, windows without a meter, with one of period P and with one of 2 P take turns, there and back. For
// each pair of contenders it prints by how much the ratio with the meter differs from the one without, with the interval
// of 90 % that an equivalence test within 0.1 % reads; what stalls took of both; and whether they fell on both alike.
import { fileURLToPath } from 'node:url'
import { launchContext } from '../packages/cli/test/launch-context.ts'
import {
  allowedCores,
  type CoreMeter,
  METER_PERIOD_NS,
  moveProcess,
  openCoreMeter,
} from '../packages/launcher/src/index.ts'
import { prepare } from '../packages/measure/src/launch/prepare.ts'
import { samplerOf } from '../packages/measure/src/launch/window-sampler.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../packages/measure/src/targets/targets.ts'
import {
  alikeProbability,
  claimsOf,
  createRandom,
  latenessOf,
  mean,
  type RoundClaims,
  stallsOf,
  standardDeviation,
  studentQuantile,
} from '../packages/stats/src/index.ts'

const SUITE = fileURLToPath(new URL('../packages/cli/test/fixtures/stalls.bench.ts', import.meta.url))
const MODES = [null, METER_PERIOD_NS, 2 * METER_PERIOD_NS] as const
const BATCH_NS = 3e6
const WARM_UP_NS = 300e6
const WINDOW_ROUNDS = 12
const SEED = 1
const LEVEL = 0.9

interface Side {
  readonly caseId: string
  readonly runtime: string
}

const PAIRS: readonly (readonly [base: Side, head: Side])[] = [
  [side('once'), side('once')],
  [side('once'), side('twice')],
  [side('once'), side('once', 'bun')],
  [side('once'), side('allocate')],
  [side('once'), side('pages')],
]

interface Batch {
  readonly perIterationNs: number
  readonly batchNs: number
  /** null without a meter. */
  readonly claimedNs: number | null
  readonly stalls: number
}

interface SeenTurn {
  readonly round: number
  readonly index: number
  readonly count: number
  readonly batch: Awaited<ReturnType<ReturnType<typeof samplerOf>['run']>> | undefined
}

interface Round {
  readonly mode: number
  readonly head: Batch
  readonly base: Batch
}

const [launches = 10, seconds = 4] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4]
const random = createRandom(SEED)
const workspace = await Workspace.open()
const meter = openCoreMeter()
try {
  const context = await launchContext(workspace, SUITE)
  const [core = 0, ...others] = allowedCores().toReversed()
  process.stdout.write(
    `${new Date().toISOString()}, ${launches} launches of ${seconds} s each, seed ${SEED}, node ${process.version}\n\n`,
  )
  printRow(['head ÷ base', 'ratio', 'P − off', '2 P − off', 'claimed base, head', 'corrected ÷ raw', 'alike'])
  printRow(Array<string>(7).fill('---'))
  for (const [base, head] of PAIRS) {
    if (only !== undefined && head.caseId !== only) continue
    const found: Round[][] = []
    for (let launch = 0; launch < launches; launch++) {
      const members = await Promise.all(
        [base, head].map(({ caseId, runtime }) =>
          prepare({ caseId, params: {}, target: DEFAULT_TARGETS.indexOf(runtime) }, context, { core }),
        ),
      )
      try {
        await moveProcess(process.pid, others)
        found.push(
          await roundsOf(
            members.map(({ process: one }) => samplerOf(one)),
            core,
            meter,
          ),
        )
      } finally {
        await Promise.all(members.map(({ process: one }) => one.kill()))
        await moveProcess(process.pid, allowedCores())
      }
    }
    printRow([`${head.caseId} on ${head.runtime} ÷ ${base.caseId} on ${base.runtime}`, ...cellsOf(found)])
  }
} finally {
  await meter.close()
  await workspace.close()
}

function side(caseId: string, runtime = 'node'): Side {
  return { caseId, runtime }
}

async function roundsOf(
  samplers: readonly ReturnType<typeof samplerOf>[],
  core: number,
  { start, stop }: CoreMeter,
): Promise<Round[]> {
  const iterations: number[] = []
  for (const sampler of samplers) {
    let count = 1
    let iterationNs = 0
    for (let spentNs = 0; spentNs < WARM_UP_NS; ) {
      const { wallNs: ns } = await sampler.warm(count)
      spentNs += ns + 1e5
      iterationNs = ns / count
      count = Math.max(1, Math.round(BATCH_NS / Math.max(iterationNs, 1)))
    }
    iterations.push(count)
  }
  const rounds: Round[] = []
  const endMs = performance.now() + seconds * 1000
  while (performance.now() < endMs) {
    const there = random.shuffle([0, 1, 2])
    for (const mode of [...there, ...there.toReversed()]) {
      const periodNs = MODES[mode] ?? null
      if (periodNs !== null) await start(core, { periodNs })
      const seen: SeenTurn[] = []
      const first = random.integer(2)
      for (let round = 0; round < WINDOW_ROUNDS; round++) {
        for (const index of [first, 1 - first]) {
          const sampler = samplers[index]
          const count = iterations[index] ?? 1
          await sampler?.leadIn(Math.ceil(count / 10))
          seen.push({ round, index, count, batch: await sampler?.run(count) })
        }
      }
      const readings = periodNs === null ? null : await stop()
      const lateness = readings && latenessOf(readings)
      const brackets = seen.map(({ batch }) => ({
        startNs: batch?.startedNs ?? 0,
        endNs: batch?.endedNs ?? 0,
        durationNs: batch?.wallNs ?? 0,
      }))
      const claims =
        readings && lateness
          ? claimsOf(stallsOf(readings, lateness), brackets, {
              startNs: readings.sleptNs[0] ?? 0,
              endNs: readings.wokeNs.at(-1) ?? 0,
            })
          : seen.map(() => null)
      const batches = seen.map(({ batch, count }, at) => ({
        perIterationNs: (batch?.wallNs ?? 0) / count,
        batchNs: batch?.wallNs ?? 0,
        claimedNs: claims[at]?.ns ?? null,
        stalls: claims[at]?.stalls ?? 0,
      }))
      for (let round = 0; round < WINDOW_ROUNDS; round++) {
        const at = (index: number) =>
          batches[seen.findIndex(one => one.round === round && one.index === index)] as Batch
        rounds.push({ mode, base: at(0), head: at(1) })
      }
    }
  }
  return rounds
}

function cellsOf(found: readonly (readonly Round[])[]): string[] {
  const logs = found.map(rounds =>
    MODES.map((_, mode) =>
      logRatio(
        rounds.filter(one => one.mode === mode),
        false,
      ),
    ),
  )
  const shift = (mode: number) => interval(logs.map(log => (log[mode] ?? 0) - (log[0] ?? 0)))
  const watched = found.map(rounds =>
    rounds.filter(({ base, head }) => base.claimedNs !== null && head.claimedNs !== null),
  )
  const correction = watched.map(rounds => logRatio(rounds, true) - logRatio(rounds, false))
  const claims: RoundClaims[][] = watched.map(rounds =>
    rounds.map(({ head, base }) => ({ head: claimOf(head), base: claimOf(base) })),
  )
  const alike = alikeProbability(claims)
  return [
    Math.exp(mean(logs.map(log => log[0] ?? 0))).toFixed(4),
    shift(1),
    shift(2),
    [claims.flat().map(({ base }) => base), claims.flat().map(({ head }) => head)].map(lost).join(', '),
    interval(correction),
    alike === null ? 'no stall' : `p ${alike.toFixed(3)}`,
  ]
}

function claimOf({ batchNs, claimedNs, stalls }: Batch) {
  return { batchNs, claimedNs: claimedNs ?? 0, stalls }
}

function lost(batches: readonly ReturnType<typeof claimOf>[]): string {
  const ns = sum(batches.map(({ batchNs }) => batchNs))
  const share = sum(batches.map(({ claimedNs }) => claimedNs)) / ns
  return `${(100 * share).toFixed(2)} % (${(sum(batches.map(({ stalls }) => stalls)) / (ns / 1e9)).toFixed(1)} in a second)`
}

function logRatio(rounds: readonly Round[], isCorrected: boolean): number {
  const total = (batches: readonly Batch[]) =>
    sum(
      batches.map(({ perIterationNs, batchNs, claimedNs }) =>
        isCorrected ? perIterationNs * (1 - (claimedNs ?? 0) / batchNs) : perIterationNs,
      ),
    )
  return Math.log(total(rounds.map(({ head }) => head)) / total(rounds.map(({ base }) => base)))
}

/** Mean difference of logs in per cent. */
function interval(values: readonly number[]): string {
  const centre = mean(values)
  const half =
    (studentQuantile((1 + LEVEL) / 2, values.length - 1) * standardDeviation(values)) /
    Math.sqrt(values.length)
  const [value, lower, upper] = [centre, centre - half, centre + half].map(each => (100 * each).toFixed(2))
  return `${value} % [${lower}, ${upper}]`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function printRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
