// How long should a launch be, and where does its time go? Launches of two contenders with windows far longer than a run's.
// The first part of each shows what shorter ones would have had, on the same launches: how far the ratio of equals spreads,
// and whether the ratio of unlike work stays the same.
//   node scripts/launches/length.ts [--launches <n>] [--seconds <timed of each contender>] [--only <how a name begins>] [--warm-up <ms>]
//   node scripts/launches/length.ts --pair <suite>/<base case>/<head case>   the same for a pair of a suite, on four runtimes
// Prints Markdown, and adds each launch to results/local/launch-length.jsonl. --report <file> prints those of a file.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import { launchContext } from '../../packages/cli/test/launch-context.ts'
import { allowedCores, killAll, machineFacts, stolenShareSince } from '../../packages/launcher/src/index.ts'
import { launchGroup } from '../../packages/measure/src/launch/launch-group.ts'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../../packages/measure/src/targets/targets.ts'
import type { ContenderLaunch } from '../../packages/schedule/src/index.ts'
import { createRandom, mean, ratioFromLogs } from '../../packages/stats/src/index.ts'
import { logRatioOfSums } from '../../packages/stats/src/intervals/launch-ratio.ts'
import { DOCTOR, pairOf, suiteFile } from './pair.ts'

const OUT = fileURLToPath(new URL('../../results/local/launch-length.jsonl', import.meta.url))
const COMPUTE = 'compute'
const UNLIKE = ['allocate', 'await']
const CASES = [COMPUTE, ...UNLIKE]
/** Timed of each contender, in seconds. */
const LENGTHS = [0.06, 0.12, 0.16, 0.25, 0.5, 1, 1.5, 3, 6]

/** One launch of two contenders: equals, or a case against the one that computes. */
interface Launch {
  readonly cell: string
  readonly cpuId: string | null
  readonly at: string
  readonly seed: number
  /** The shortest warm-up. */
  readonly warmUpMs: number
  /** Timed of each contender, in seconds, and the log ratio of the sums over the first so many. */
  readonly ratios: readonly (readonly [seconds: number, logRatio: number])[]
  /** How long an iteration takes in the first ÷ in the last quarter of the window. */
  readonly firstToLast: number
  /** Of the two together where one follows the other, of the longer where both go on at once. */
  readonly ms: Readonly<Record<Part, number>>
}

const PARTS = ['start', 'import', 'setup', 'warmUp', 'window', 'timed', 'checks', 'end'] as const
type Part = (typeof PARTS)[number]

/** As in a run. */
const WARM_UP_MS = 250

const { values } = parseArgs({
  options: {
    launches: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '1.5' },
    only: { type: 'string', default: '' },
    pair: { type: 'string' },
    'warm-up': { type: 'string', default: `${WARM_UP_MS}` },
    report: { type: 'string' },
  },
})
const warmUpMs = Number(values['warm-up'])
if (values.pair !== undefined && values.pair.split('/').length !== 3) {
  say(
    `--pair is ${values.pair}: give a suite, its base case and its head case, as in json-reviver/parse/arrow-1`,
  )
  process.exit(2)
}
const pacing = { leadInNs: 0.3e6, warmupMinimumNs: warmUpMs * 1e6, warmupMaximumNs: warmUpMs * 1e6 + 500e6 }
if (values.report === undefined) await measure(Number(values.launches), Number(values.seconds))
else
  report(
    readFileSync(values.report, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  )

async function measure(launches: number, seconds: number): Promise<void> {
  const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
  const workspace = await Workspace.open()
  try {
    const seed = Date.now() % 2 ** 31
    const random = createRandom(seed)
    const [suite = DOCTOR, base = '', head = ''] = values.pair?.split('/') ?? []
    const context = { ...(await launchContext(workspace, suiteFile(suite))), cores: allowedCores(), random }
    const { cpuId } = await machineFacts()
    const pairs =
      values.pair === undefined ? doctorsPairs() : [{ name: `${suite}/${head} ÷ ${base}`, base, head }]
    const cells = DEFAULT_TARGETS.flatMap((runtime, target) =>
      pairs.map(({ name, ...pair }) => ({
        name: `${name} on ${runtime}`,
        plans: pairOf(pair.base, pair.head, target, context.suite.description),
        batchNs: context.targets[target]?.runner.batchNs ?? 0,
        turnNs: context.targets[target]?.runner.turnNs ?? 0,
      })),
    ).filter(({ name }) => name.startsWith(values.only))
    const [stolen, found, at]: [() => number | null, Launch[], string] = [
      stolenShareSince(),
      [],
      new Date().toISOString(),
    ]
    mkdirSync(dirname(OUT), { recursive: true })
    for (let launch = 0; launch < launches; launch++) {
      for (const { name, plans, batchNs, turnNs } of random.shuffle(cells)) {
        const outcome = await launchGroup(
          plans,
          { ...pacing, batchNs, turnNs, timedNs: seconds * 1e9 },
          context,
        )
        if ('lost' in outcome)
          throw new Error(`lost a contender of ${name}`, { cause: outcome.lost.values().next().value })
        const [base, head] = outcome.launches
        if (!base || !head) throw new RangeError('two contenders have a launch each')
        const one: Launch = {
          ...{ cell: name, cpuId, at, seed, warmUpMs },
          ...spreadOf(base, head),
          ms: partsOf(outcome.parts, base, head),
        }
        found.push(one)
        appendFileSync(OUT, `${JSON.stringify(one)}\n`)
      }
    }
    report(found)
    say(`\n${(100 * (stolen() ?? 0)).toFixed(2)} % stolen`)
  } finally {
    await killAll()
    await workspace.close()
    release()
  }
}

/** Equals of each case of the doctor, and each that does more than compute against the one that computes. */
function doctorsPairs(): { readonly name: string; readonly base: string; readonly head: string }[] {
  return [
    ...CASES.map(caseId => ({ name: caseId, base: caseId, head: caseId })),
    ...UNLIKE.map(head => ({ name: `${head} ÷ ${COMPUTE}`, base: COMPUTE, head })),
  ]
}

function spreadOf(base: ContenderLaunch, head: ContenderLaunch): Pick<Launch, 'ratios' | 'firstToLast'> {
  const roundNs = mean(
    [base, head].map(({ wallNs, iterationsPerBatch }) => mean(wallNs) * iterationsPerBatch),
  )
  const roundsIn = (seconds: number) => Math.round((seconds * 1e9) / roundNs)
  const quarter = Math.ceil(base.wallNs.length / 4)
  const both = base.wallNs.map((ns, round) => ns + (head.wallNs[round] ?? 0))
  return {
    ratios: LENGTHS.flatMap(seconds => {
      const rounds = roundsIn(seconds)
      // The window ends within a round or two of the wanted time.
      const isWhole = rounds >= 4 && rounds * 0.97 <= base.wallNs.length
      const log = isWhole ? logRatioOfSums(head.wallNs.slice(0, rounds), base.wallNs.slice(0, rounds)) : null
      return log === null ? [] : [[seconds, log] as const]
    }),
    firstToLast: mean(both.slice(0, quarter)) / mean(both.slice(-quarter)),
  }
}

function partsOf(
  {
    members,
    warmUpNs,
    measuringNs,
    endNs,
  }: {
    readonly members: readonly {
      readonly startNs: number
      readonly importNs: number
      readonly setupNs: number
    }[]
    readonly warmUpNs: number
    readonly measuringNs: number
    readonly endNs: number
  },
  base: ContenderLaunch,
  head: ContenderLaunch,
): Launch['ms'] {
  const longest = (of: (member: (typeof members)[number]) => number) => Math.max(...members.map(of)) / 1e6
  const brackets = [base, head].flatMap(({ brackets: seen = [] }) => seen.flatMap(bracket => bracket ?? []))
  const windowNs =
    brackets.reduce((last, { endNs: ns }) => Math.max(last, ns), 0) -
    brackets.reduce((least, { startNs }) => Math.min(least, startNs), Number.POSITIVE_INFINITY)
  const timedNs = [base, head].reduce(
    (sum, { wallNs, iterationsPerBatch }) => sum + mean(wallNs) * wallNs.length * iterationsPerBatch,
    0,
  )
  return {
    start: longest(({ startNs }) => startNs),
    import: longest(({ importNs }) => importNs),
    setup: longest(({ setupNs }) => setupNs),
    warmUp: warmUpNs / 1e6,
    window: windowNs / 1e6,
    timed: timedNs / 1e6,
    checks: (measuringNs - windowNs) / 1e6,
    end: endNs / 1e6,
  }
}

function report(launches: readonly Launch[]): void {
  const nameOf = ({ cell, warmUpMs: ms }: Launch) =>
    ms === WARM_UP_MS ? cell : `${cell}, warm-up of ${ms} ms`
  const cells = [...Map.groupBy(launches, nameOf)].toSorted(([a], [b]) => a.localeCompare(b))
  const dates = [...new Set(launches.map(({ at, cpuId, seed }) => `${at}, ${cpuId}, seed ${seed}`))]
  say(`${dates.join('; ')}\n`)
  say('Where the time of a launch goes, in ms, medians:\n')
  row(
    'case',
    'n',
    'start',
    'import',
    'setup, first call',
    'warm-up',
    'window',
    'of it timed',
    'null batches, checks',
    'end',
  )
  for (const [cell, of] of cells)
    row(cell, `${of.length}`, ...PARTS.map(part => middle(of.map(({ ms }) => ms[part])).toFixed(0)))
  const lengths = LENGTHS.filter(seconds =>
    launches.some(({ ratios }) => ratios.some(([of]) => of === seconds)),
  )
  const [unlike, equals] = [true, false].map(isUnlike =>
    cells.filter(([cell]) => cell.includes('÷') === isUnlike),
  )
  if (equals?.length) reportSpread(equals, lengths)
  if (unlike?.length) reportCourse(unlike, lengths)
}

type Cell = readonly [name: string, launches: readonly Launch[]]

function reportSpread(cells: readonly Cell[], lengths: readonly number[]): void {
  say(
    '\nSpread of the ratio of equals over launches, by what is timed of each contender; and what one run could reach with such launches, as a multiple of its best length:\n',
  )
  row('case', ...lengths.map(seconds => `${seconds} s`), 'first ÷ last quarter')
  for (const [cell, of] of cells) {
    const spreads = lengths.map(seconds => spread(of, seconds))
    const costs = lengths.map((seconds, at) => (spreads[at] ?? Number.NaN) * Math.sqrt(costMs(of, seconds)))
    const best = Math.min(...costs.filter(Number.isFinite))
    row(
      cell,
      ...spreads.map((sd, at) =>
        Number.isNaN(sd) ? '' : `${(100 * sd).toPrecision(2)} %, ${((costs[at] ?? 0) / best).toFixed(2)}`,
      ),
      mean(of.map(({ firstToLast }) => firstToLast)).toFixed(3),
    )
  }
}

function reportCourse(cells: readonly Cell[], lengths: readonly number[]): void {
  say('\nRatio over the first part of each window ÷ that over the longest, same launches, 95 % intervals:\n')
  row('case', 'n', 'ratio over the longest', ...lengths.slice(0, -1).map(seconds => `${seconds} s`))
  for (const [cell, of] of cells) {
    const longest =
      lengths.findLast(seconds => of.every(launch => Number.isFinite(logRatio(launch, seconds)))) ?? 0
    const whole = of.map(launch => logRatio(launch, longest))
    const part = (seconds: number) =>
      interval(of.map((launch, at) => logRatio(launch, seconds) - (whole[at] ?? Number.NaN)))
    row(
      cell,
      `${of.length}`,
      `${interval(whole)}, ${longest} s`,
      ...lengths.slice(0, -1).map(seconds => (seconds < longest ? part(seconds) : '')),
    )
  }
}

/** NaN where the window was not so long. */
function logRatio({ ratios }: Launch, seconds: number): number {
  return ratios.find(([of]) => of === seconds)?.[1] ?? Number.NaN
}

function interval(logs: readonly number[]): string {
  const ratio = ratioFromLogs(logs.filter(Number.isFinite))
  if (ratio === null) return ''
  return `${ratio.value.toFixed(3)} [${ratio.lower.toFixed(3)}, ${ratio.upper.toFixed(3)}]`
}

/** The mean of equals is known: one degree of freedom for each launch. NaN where none was so long. */
function spread(launches: readonly Launch[], seconds: number): number {
  const logs = launches.map(launch => logRatio(launch, seconds)).filter(Number.isFinite)
  return logs.length === 0 ? Number.NaN : Math.sqrt(mean(logs.map(log => log ** 2)))
}

/** Mean time of a launch with so much timed of each contender. */
function costMs(launches: readonly Launch[], seconds: number): number {
  return mean(launches.map(({ ms }) => overheadMs(ms) + 2 * seconds * 1000 * (ms.window / ms.timed)))
}

function overheadMs(ms: Launch['ms']): number {
  return ms.start + ms.import + ms.setup + ms.warmUp + ms.checks + ms.end
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function row(...cells: readonly string[]): void {
  say(`| ${cells.join(' | ')} |`)
  if (cells[0] === 'case') say(`| ${cells.map(() => '---').join(' | ')} |`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
