// What stalls do to a comparison whose truth is known, with and without what the meter claims:
//   node scripts/stalled-equals.ts [trials] [seconds of each] [runtime] [factor] [percent of the time that stalls take]
// Each trial is a whole `bench` of a case of selfbench against itself, or against a head that does [factor] times the work.
// In every second one, in random order, a control group stops the whole run, host and meter too, at random phases for 0.1
// to 30 ms, as a hypervisor would. Prints a line of JSON for each trial, and a table. Needs Linux, the rights of root and
// control groups of version 1.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRecord, stalledShare, statedComparison, type Verdict } from '../packages/record/src/index.ts'
import { createRandom, mean, median } from '../packages/stats/src/index.ts'
import { stallTree } from './stalls/stall-makers.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CASES = ['spin', 'revive', 'hops'] as const

interface Trial {
  readonly case: (typeof CASES)[number]
  readonly runtime: string
  readonly stalled: boolean
  readonly startedAt: string
  /** Of the time of all batches, what the meter claimed. */
  readonly claimedShare: number | null
  /** Log of the ratio ÷ the factor, which is 0 in truth, and half the width of its interval: as timed, and without stalls. */
  readonly raw: Estimate | null
  readonly corrected: Estimate | null
  readonly follow: boolean
  /** Launches that stalls took too much of. */
  readonly voidLaunches: number
  /** Head's work ÷ base's work. */
  readonly factor: number
  /** As timed, and as it is stated. */
  readonly verdict: Verdict | null
  readonly statedVerdict: Verdict | null
}

interface Estimate {
  readonly log: number
  readonly halfWidth: number
}

const [trials = '4', seconds = '20', runtime = 'node', factor = '1', percentStalled = '8'] =
  process.argv.slice(2)
const seed = Date.now() % 1e6
const random = createRandom(seed)
const done: Trial[] = []
const directory = await mkdtemp(join(os.tmpdir(), 'steelyard-stalled-'))
try {
  for (let index = 0; index < Number(trials); index++) {
    const cells = CASES.flatMap(name => [true, false].map(stalled => ({ case: name, stalled })))
    for (const cell of random.shuffle(cells)) {
      const trial = await runTrial(cell)
      done.push(trial)
      process.stdout.write(`${JSON.stringify(trial)}\n`)
    }
  }
} finally {
  await rm(directory, { recursive: true })
}
process.stdout.write(tableOf(done))

async function runTrial(cell: Pick<Trial, 'case' | 'stalled'>): Promise<Trial> {
  const file = join(directory, `record-${done.length}.json`)
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'packages/cli/bin/steelyard.js'),
      join(ROOT, 'selfbench/benches/steelyard.bench.ts'),
      ...(factor === '1'
        ? ['--case', 'a', '--by', 'targets', '--runtime', runtime, '--runtime', runtime]
        : ['--case', 'a', '--case', 'b', '--by', 'cases', '--runtime', runtime]),
      ...['--param', `work=${cell.case}`, '--param', 'a=1', '--param', `b=${factor}`],
      ...['--time', seconds, '--precision', '0.0001', '--seed', String(random.integer(2 ** 31))],
      ...['--no-save', '--json', file],
    ],
    { stdio: 'ignore' },
  )
  const ended = new AbortController()
  const closed = once(child, 'close').finally(() => ended.abort())
  if (cell.stalled) {
    const share = Number(percentStalled) / 100
    await stallTree(child.pid ?? 0, random, { share, signal: ended.signal })
  }
  const [code] = await closed
  // 1 is a finished run too, with a case that failed.
  if (code !== 0 && code !== 1) throw new Error(`the run ended with ${code ?? 'a signal'}`)
  const record = await readRecord(file)
  const comparison = record.comparisons.find(({ paired }) => paired)
  const without = comparison?.withoutStalls
  return {
    ...{ ...cell, runtime, startedAt: record.startedAt },
    claimedShare: without ? stalledShare(without) : null,
    raw: comparison ? estimateOf(comparison.ratio) : null,
    corrected: without?.ratio ? estimateOf(without.ratio) : null,
    follow: without?.follow ?? false,
    voidLaunches: without?.voidLaunches ?? 0,
    factor: Number(factor),
    verdict: comparison?.verdict ?? null,
    statedVerdict: comparison ? statedComparison(comparison).verdict : null,
  }
}

function estimateOf({
  value,
  lower,
  upper,
}: Readonly<Record<'value' | 'lower' | 'upper', number>>): Estimate {
  return { log: Math.log(value / Number(factor)), halfWidth: Math.log(upper / lower) / 2 }
}

function tableOf(all: readonly Trial[]): string {
  const rows = CASES.flatMap(name =>
    [false, true].map(stalled => {
      const of = all.filter(trial => trial.case === name && trial.stalled === stalled)
      const claimed = of.flatMap(trial => trial.claimedShare ?? [])
      return [
        ...[name, stalled ? 'made' : 'its own', String(of.length)],
        claimed.length === 0 ? '' : percent(mean(claimed)),
        ...figuresOf(of.flatMap(({ raw }) => raw ?? [])),
        ...figuresOf(of.flatMap(({ corrected }) => corrected ?? [])),
        String(of.filter(({ follow }) => follow).length),
        String(of.reduce((sum, { voidLaunches }) => sum + voidLaunches, 0)),
        ...[verdictsOf(of.map(({ verdict }) => verdict)), verdictsOf(of.map(one => one.statedVerdict))],
      ]
    }),
  )
  const heading = [
    ...['case', 'stalls', 'trials', 'claimed'],
    ...['as timed', 'RMS', 'half-width', 'without stalls', 'RMS', 'half-width', 'follow a side'],
    ...['void launches', 'verdicts as timed', 'stated'],
  ]
  return [heading, heading.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

function verdictsOf(verdicts: readonly (Verdict | null)[]): string {
  const counts = Map.groupBy(verdicts, verdict => verdict ?? 'none')
  return Array.from(counts, ([verdict, of]) => `${of.length} ${verdict}`).join(', ')
}

function figuresOf(estimates: readonly Estimate[]): string[] {
  if (estimates.length === 0) return ['0', '', '']
  return [
    String(estimates.length),
    percent(Math.sqrt(mean(estimates.map(({ log }) => log ** 2)))),
    percent(median(estimates.map(({ halfWidth }) => halfWidth))),
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}
