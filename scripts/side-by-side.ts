// Two commits on one machine in the same hours: how far off is each, and what does it find?
// node scripts/side-by-side.ts <old commit> [options] measures, and adds each trial to a file of JSON lines;
// node scripts/side-by-side.ts --report [--out <file>] prints the tables of such a file. --help lists the options.
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { watchInterruption } from '../packages/cli/src/process/interruption.ts'
import { acquireLock } from '../packages/cli/src/process/lock.ts'
import { killAll, machineFacts, stolenShareSince } from '../packages/launcher/src/index.ts'
import { createRandom } from '../packages/stats/src/index.ts'
import { PACKAGED } from '../runners/index.ts'
import type { CaseName } from '../selfbench/cases/index.js'
import { Overheads } from '../selfbench/overheads.ts'
import { ToolError } from '../selfbench/start-tool.ts'
import { steelyardOf } from '../selfbench/tools/steelyard.ts'
import { type Outcome, runTrial } from '../selfbench/trial.ts'
import { type CheckedOut, checkOut, checkSameCases } from './side-by-side/checkout.ts'
import { appendLine, type Line, readLines, SCHEMA, type Version, worthOf } from './side-by-side/line.ts'
import { type PlannedTrial, planPass } from './side-by-side/plan.ts'
import { tablesOf } from './side-by-side/table.ts'

const USAGE = `node scripts/side-by-side.ts <old commit> [options]   measure
node scripts/side-by-side.ts --report [--out <file>]    print the tables of a file of trials

  --new <commit>       the other commit (default: HEAD)
  --hours <n>          clock hours to measure in, one pass over all cells in each (default: 1)
  --passes <n>         passes in each hour (default: 1)
  --cases <names>      of spin, revive, hops (default: all)
  --runtimes <names>   of node, deno, bun, workerd (default: node,bun)
  --factors <numbers>  of 1, 1.01, 1.02 (default: all); 1 compares equals
  --seconds <n>        of each trial, from command to result (default: 20)
  --seed <n>           order of the trials (default: random, printed and kept in each line)
  --out <file>         where the lines are added (default: results/local/side-by-side.jsonl)
  --checkouts <dir>    where both commits are checked out (default: a folder of the system's temporary ones)
  --dry-run            print the trials of one pass, and measure nothing
`

const HOUR_MS = 3_600_000
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    new: { type: 'string', default: 'HEAD' },
    hours: { type: 'string', default: '1' },
    passes: { type: 'string', default: '1' },
    cases: { type: 'string', default: 'spin,revive,hops' },
    runtimes: { type: 'string', default: 'node,bun' },
    factors: { type: 'string', default: '1,1.01,1.02' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../results/local/side-by-side.jsonl', import.meta.url)),
    },
    checkouts: { type: 'string', default: join(os.tmpdir(), 'steelyard-side-by-side') },
    'dry-run': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [old] = positionals
if (values.help) process.stdout.write(USAGE)
else if (values.report) report()
else if (old === undefined || positionals.length > 1) wrongUse('Name one commit, the old one.')
else await measure(old)

function report(): void {
  const lines = readLines(values.out)
  if (lines.length === 0) wrongUse(`There are no trials in ${values.out}.`)
  else process.stdout.write(tablesOf(lines))
}

async function measure(oldName: string): Promise<void> {
  const choice = {
    cases: namesOf(values.cases, ['spin', 'revive', 'hops'] satisfies CaseName[]),
    runtimes: namesOf(values.runtimes, PACKAGED),
    factors: namesOf(values.factors, ['1', '1.01', '1.02']).map(Number),
    seconds: positive(values.seconds),
  }
  const [hours, passes] = [whole(values.hours), whole(values.passes)]
  const seed = values.seed === undefined ? randomInt(1, 2 ** 31) : whole(values.seed)
  if (process.exitCode === 2) return
  const random = createRandom(seed)
  say(`seed ${seed}`)
  if (values['dry-run']) {
    for (const trial of planPass(choice, random)) say(described(trial))
    return
  }
  const checkouts = { old: checkOut(oldName, values.checkouts), new: checkOut(values.new, values.checkouts) }
  checkSameCases(checkouts.old, checkouts.new)
  say(`old ${checkouts.old.root}, new ${checkouts.new.root}; lines go to ${values.out}`)
  mkdirSync(dirname(values.out), { recursive: true })
  const { signal, dispose } = watchInterruption()
  signal.addEventListener('abort', () => void killAll())
  const overheads = new Overheads()
  try {
    for (let hour = 0; hour < hours && !signal.aborted; hour++) {
      if (hour > 0) await untilNextHour(signal)
      for (let pass = 0; pass < passes; pass++) {
        for (const trial of planPass(choice, random)) {
          const release = await acquireLock((_, holder) => say(`waiting for ${holder}`), signal)
          const line = signal.aborted ? null : await lineOf(trial, { checkouts, seed, overheads, signal })
          release()
          if (line === null) continue
          appendLine(values.out, line)
          say(`${described(trial)}: ${line.error ?? `${shown(line)}, ${line.wallSeconds.toFixed(1)} s`}`)
        }
      }
    }
  } finally {
    dispose()
  }
  if (signal.aborted) process.exitCode = 130
}

interface Measuring {
  readonly checkouts: Readonly<Record<Version, CheckedOut>>
  readonly seed: number
  readonly overheads: Overheads
  readonly signal: AbortSignal
}

/** Runs one trial; null when it was interrupted. */
async function lineOf(
  trial: PlannedTrial,
  { checkouts, seed, overheads, signal }: Measuring,
): Promise<Line | null> {
  const { version, case: name, runtime, factor, threshold, seconds, heavier } = trial
  const { root, commit } = checkouts[version]
  const kind = { tool: version, runtime, case: name } as const
  const tool = steelyardOf({ root, options: ['--threshold', String(threshold)] })
  const overheadSeconds = overheads.of(kind, tool.overheadSeconds)
  const { cpuId, installationId, load } = await machineFacts()
  const startedAt = new Date().toISOString()
  const stolenShare = stolenShareSince()
  const figure = factor === 1 ? 'aa' : 'power'
  const beginMs = performance.now()
  let outcome: Outcome | null = null
  let error: string | null = null
  try {
    outcome = await runTrial(
      { tool, runtime, binary: '' },
      { figure, case: name, factor, heavier },
      { seconds, overheadSeconds, seed: trial.seed, signal },
    )
    overheads.learn(kind, { overheadSeconds, wallSeconds: outcome.wallSeconds, launches: 1 }, seconds)
  } catch (cause) {
    if (signal.aborted) return null
    if (!(cause instanceof ToolError)) throw cause
    error = cause.message
  }
  const sign = heavier === 0 ? -1 : 1
  const logOf = (statistic: string) => {
    const log = outcome?.logRatios[statistic]
    return log === undefined ? null : sign * log
  }
  const [lower, upper] =
    outcome?.ratioInterval?.map(bound => sign * Math.log(bound)).toSorted((a, b) => a - b) ?? []
  return {
    ...{ schema: SCHEMA, case: name, runtime, factor, threshold, seconds },
    ...{ version, commit, cpuId, installationId, hour: startedAt.slice(0, 13), startedAt, seed, load },
    stolenShare: stolenShare(),
    heavier,
    wallSeconds: outcome?.wallSeconds ?? (performance.now() - beginMs) / 1000,
    timedSeconds: outcome?.timedSeconds ?? null,
    stalledShare: outcome?.stalledShare ?? null,
    logRatio: logOf('ratio'),
    timedLogRatio: logOf('ratio as timed'),
    interval: lower === undefined || upper === undefined ? null : [lower, upper],
    verdict: worthOf(outcome?.verdict ?? null, heavier),
    error,
  }
}

async function untilNextHour(signal: AbortSignal): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  say(`the next pass begins in ${Math.round(leftMs / 60_000)} min`)
  await sleep(leftMs, undefined, { signal }).catch(() => {})
}

function described({ version, case: name, runtime, factor, threshold }: PlannedTrial): string {
  return `${version} ${name} on ${runtime} × ${factor}, threshold ${threshold} %`
}

function shown({ logRatio, verdict }: Line): string {
  return `${Math.exp(logRatio ?? Number.NaN).toFixed(4)} ${verdict}`
}

function namesOf<Name extends string>(text: string, known: readonly Name[]): Name[] {
  return text.split(',').flatMap(word => {
    const name = known.find(each => each === word.trim())
    if (name === undefined) wrongUse(`There is no '${word}'. There are ${known.join(', ')}.`)
    return name ?? []
  })
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) wrongUse(`'${text}' is no number above 0.`)
  return value
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) wrongUse(`'${text}' is no whole number from 1.`)
  return value
}

function wrongUse(sentence: string): void {
  process.stderr.write(`${sentence}\n\n${USAGE}`)
  process.exitCode = 2
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
