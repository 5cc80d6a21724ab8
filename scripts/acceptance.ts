// What the README claims of the method, tried on this machine: node scripts/acceptance.ts [check…]
// Takes about 30 minutes. Nothing else may run meanwhile.
import { fileURLToPath } from 'node:url'
import { run } from '../packages/cli/src/run.ts'
import type { RunOptions } from '../packages/cli/src/run-options.ts'
import type { ComparisonRecord, EstimateRecord } from '../packages/store/src/index.ts'

const SPIN = fileURLToPath(new URL('acceptance/spin.bench.ts', import.meta.url))
const REPETITIONS = 10

const OPTIONS: RunOptions = {
  suites: [],
  runtimes: [],
  cases: [],
  params: [],
  by: null,
  metric: 'wall',
  precision: 0.01,
  threshold: 0.01,
  timeSeconds: 60,
  affinity: 'same-core',
  seed: 1,
  quick: false,
  batchFactor: 1,
  dryRun: false,
  verbose: false,
  json: null,
  markdown: null,
  out: '',
  save: false,
  failOn: null,
}

const CHECKS: Readonly<Record<string, () => Promise<void>>> = { same, spin, batches }

/** A binary against itself must never come out faster or slower. */
async function same(): Promise<void> {
  const widths: number[] = []
  for (let seed = 1; seed <= REPETITIONS; seed++) {
    const [comparison] = await compare({
      suites: ['json-reviver/arrow-2'],
      runtimes: ['node', 'node'],
      by: 'targets',
      seed,
    })
    if (!comparison) throw new Error('no comparison')
    widths.push(halfWidth(comparison.ratio))
    say(`same ${seed}: ${show(comparison)}`)
    check(
      comparison.verdict !== 'faster' && comparison.verdict !== 'slower',
      'a binary against itself got a verdict',
    )
  }
  const middle = widths.toSorted((a, b) => a - b)[REPETITIONS / 2] ?? 1
  say(`same: median half-width ${(100 * middle).toFixed(2)} %`)
  check(middle < 0.015, 'the half-width is not under 1.5 %')
}

/** 10 % more work must come out slower on each runtime. */
async function spin(): Promise<void> {
  for (const comparison of await compare({ suites: [SPIN] })) {
    say(`spin: ${show(comparison)}`)
    check(comparison.verdict === 'slower', 'the extra work was not found')
  }
}

/** Batches twice as long must give the same ratios between runtimes. */
async function batches(): Promise<void> {
  const wanted = {
    suites: ['json-reviver'],
    cases: ['parse', 'arrow-2'],
    by: 'targets',
    timeSeconds: 120,
  } as const
  const once = await compare({ ...wanted, batchFactor: 1 })
  const twice = await compare({ ...wanted, batchFactor: 2, seed: 2 })
  for (const [index, comparison] of once.entries()) {
    const other = twice[index]
    if (!other) throw new Error('no comparison')
    say(`batches T:  ${show(comparison)}`)
    say(`batches 2T: ${show(other)}`)
    const apart = Math.abs(Math.log(comparison.ratio.value / other.ratio.value))
    check(
      apart <= halfWidth(comparison.ratio) + halfWidth(other.ratio),
      'T and 2T disagree beyond their intervals',
    )
  }
}

async function compare(options: Partial<RunOptions>): Promise<readonly ComparisonRecord[]> {
  const outcome = await run([], { ...OPTIONS, ...options }, new AbortController().signal, {
    prepared() {},
    progress() {},
  })
  return outcome?.record.comparisons.filter(({ paired }) => paired) ?? []
}

function halfWidth({ lower, upper }: EstimateRecord): number {
  return Math.log(upper / lower) / 2
}

function show({ case: caseId, base, head, ratio, verdict, reason }: ComparisonRecord): string {
  const [value, lower, upper] = [ratio.value, ratio.lower, ratio.upper].map(number => number.toFixed(4))
  return `${caseId} ${head} against ${base}: ${value} [${lower}, ${upper}] n=${ratio.n} ${verdict} ${reason ?? ''}`
}

function check(holds: boolean, complaint: string): void {
  if (holds) return
  say(`FAILED: ${complaint}`)
  process.exitCode = 1
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(CHECKS)) await CHECKS[name]?.()
