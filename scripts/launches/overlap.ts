// Does it move a ratio that the next launch gets ready while one is measured, and what does it gain? Runs of a pair with
// --overlap on and off, in random order within each round; each run begins late enough that what it compares is comparable.
//   node scripts/launches/overlap.ts [--rounds <n>] [--seconds <n>] [--seed <n>] [<suite>/<base>/<head>@<target> …]
// <suite>/<case>@<target> holds a case against itself. Prints Markdown, and adds each run to results/local/overlap.jsonl. The suite may be "doctor".
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machineFacts, stolenShareSince } from '../../packages/launcher/src/index.ts'
import { type LaunchRecord, type RunRecord, readRecord } from '../../packages/record/src/index.ts'
import {
  createRandom,
  type LaunchSamples,
  launchRatio,
  mean,
  ratioFromLogs,
  standardDeviation,
} from '../../packages/stats/src/index.ts'
import { suiteFile } from './pair.ts'

const OUT = fileURLToPath(new URL('../../results/local/overlap.jsonl', import.meta.url))
const RECORD = fileURLToPath(new URL('../../results/local/overlap-run.json', import.meta.url))
const CLI = fileURLToPath(new URL('../../packages/cli/bin/steelyard.js', import.meta.url))
const PAIRS = [
  'json-reviver/parse/arrow-1@node',
  'json-reviver/parse/arrow-1@bun',
  'doctor/compute/allocate@node',
  'doctor/compute/allocate@bun',
  'doctor/compute/await@node',
]

/** Two-sided 90 % of the normal: each pair has a hundred launches and more. */
const NORMAL_90 = 1.645

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const random = createRandom(Number(values.seed))
mkdirSync(dirname(OUT), { recursive: true })
const runs: Run[] = []
const stolen = stolenShareSince()
const [{ cpuId }, at] = [await machineFacts(), new Date().toISOString()]
for (let round = 0; round < Number(values.rounds); round++) {
  for (const pair of random.shuffle(positionals.length > 0 ? positionals : PAIRS)) {
    for (const overlap of random.shuffle(['on', 'off'] as const)) {
      const run = { pair, overlap, ...(await measured(pair, overlap, random.integer(2 ** 30) + 1)) }
      runs.push(run)
      appendFileSync(OUT, `${JSON.stringify({ at, cpuId, seed: Number(values.seed), ...run })}\n`)
    }
  }
}
say(
  `${values.rounds} runs of ${values.seconds} s each, ${at}, ${cpuId}, seed ${values.seed}, ${(100 * (stolen() ?? 0)).toFixed(2)} % stolen\n`,
)
say(
  '| head ÷ base | overlap | ratio | launches a run | spread of a launch | half-width of a run | base, µs | head, µs | on ÷ off [90 %] |',
)
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [pair, of] of Map.groupBy(runs, run => run.pair)) {
  const logsOf = (overlap: 'on' | 'off') => of.filter(run => run.overlap === overlap).flatMap(run => run.logs)
  for (const overlap of ['off', 'on'] as const) {
    const these = of.filter(run => run.overlap === overlap)
    const logs = logsOf(overlap)
    const ratio = ratioFromLogs(logs)
    const interval = [ratio?.value, ratio?.lower, ratio?.upper].map(bound => bound?.toFixed(4))
    const us = (key: 'baseNs' | 'headNs') => (mean(these.map(run => run[key])) / 1e3).toPrecision(4)
    const launches = mean(these.map(run => run.logs.length)).toFixed(1)
    const width = percent(mean(these.map(run => run.halfWidth)))
    const shift = overlap === 'on' ? shiftText(logsOf('on'), logsOf('off')) : ''
    say(
      `| ${pair} | ${overlap} | ${interval[0]} [${interval[1]}, ${interval[2]}] | ${launches} | ${percent(standardDeviation(logs))} | ${width} | ${us('baseNs')} | ${us('headNs')} | ${shift} |`,
    )
  }
}

interface Run {
  readonly pair: string
  readonly overlap: 'on' | 'off'
  readonly commit: string | null
  /** log(head ÷ base) of each launch. */
  readonly logs: readonly number[]
  readonly halfWidth: number
  /** Nanoseconds per iteration. */
  readonly baseNs: number
  readonly headNs: number
}

async function measured(
  pair: string,
  overlap: 'on' | 'off',
  seed: number,
): Promise<Omit<Run, 'pair' | 'overlap'>> {
  const [names = '', target = ''] = pair.split('@')
  const [suite = '', base = '', head = base] = names.split('/')
  const compared =
    head === base
      ? ['--case', base, '--runtime', target, '--runtime', target, '--by', 'targets']
      : ['--case', base, '--case', head, '--runtime', target, '--by', 'cases']
  const args = [
    ...[CLI, suiteFile(suite), ...compared, '--overlap', overlap],
    ...['--time', values.seconds, '--precision', '0.001', '--seed', String(seed)],
    ...['--json', RECORD, '--no-save'],
  ]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${pair} ended with ${status}: ${stderr.slice(-500)}`)
  return summaryOf(await readRecord(RECORD))
}

function summaryOf({ results: sides, steelyard }: RunRecord): Omit<Run, 'pair' | 'overlap'> {
  const [base, top] = sides.map(one => one?.launches ?? [])
  const logs = (top ?? []).flatMap((launch, index) => {
    const other = base?.[index]
    return other === undefined ? [] : (launchRatio(samplesOf(launch), samplesOf(other), 'wall').ofSums ?? [])
  })
  const ratio = ratioFromLogs(logs)
  const [baseNs = 0, headNs = 0] = sides.map(one => one?.wallNs?.value ?? 0)
  const halfWidth = ratio === null ? Number.NaN : Math.log(ratio.upper / ratio.lower) / 2
  return { commit: steelyard.commit, logs, halfWidth, baseNs, headNs }
}

function samplesOf({ wallNs }: LaunchRecord): LaunchSamples {
  return { wallNs, cpuNs: [] }
}

function shiftText(on: readonly number[], off: readonly number[]): string {
  const shift = mean(on) - mean(off)
  const error = Math.hypot(...[on, off].map(logs => standardDeviation(logs) / Math.sqrt(logs.length)))
  const [lower, upper] = [shift - NORMAL_90 * error, shift + NORMAL_90 * error].map(percent)
  return `${percent(shift)} [${lower}, ${upper}]`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
