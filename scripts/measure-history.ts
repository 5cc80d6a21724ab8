// Prints time and memory of `history`, `sql` and `report` over many records: node scripts/measure-history.ts <folder>
// It writes them into the folder first, 10,000 with 50 million samples (2.2 GB); what is there already stays, so that it
// may be cut short and run again. --seconds stops writing after so long.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { processStatus } from '../packages/launcher/src/machine/proc.ts'
import { sampleRecord } from '../packages/record/src/fixtures/sample-record.ts'
import { type RunRecord, validateRecord, writeWhole } from '../packages/record/src/index.ts'
import { createRandom, type Random, ratioFromLogs } from '../packages/stats/src/index.ts'

const RECORDS = 10_000
const SUITES = 5
const CASES = ['base', 'a', 'b', 'c', 'd']
const LAUNCHES = 10
const SAMPLES = 50
/** From this share of the records on the case a is slower by this much. */
const STEP = { at: 0.6, ratio: 1.05 }
const SPREAD = 0.02

const BIN = fileURLToPath(new URL('../packages/cli/bin/steelyard.js', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string', default: String(RECORDS) },
    seconds: { type: 'string', default: 'Infinity' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name a folder with 5 GB of room.')
const count = Number(values.records)
const records = join(folder, 'records')
if (await writeRecords()) await measureAll()

/** Returns whether all are there. */
async function writeRecords(): Promise<boolean> {
  const end = performance.now() + Number(values.seconds) * 1e3
  for (let number = 0; number < count; number++) {
    const file = join(records, nameOf(number))
    if (existsSync(file)) continue
    if (performance.now() > end) {
      process.stdout.write(`${number} of ${count} records written; run again for the rest\n`)
      return false
    }
    const record = recordOf(number)
    if (number === 0) validateRecord(record)
    await writeWhole(file, JSON.stringify(record))
  }
  return true
}

function nameOf(number: number): string {
  return `record-${String(number).padStart(6, '0')}.json`
}

function recordOf(number: number): RunRecord {
  const random = createRandom(number)
  const frame = sampleRecord()
  const [node, bun] = frame.targets
  const [suite] = frame.suites
  const [result] = frame.results
  const [comparison] = frame.comparisons
  const [launch] = result?.launches ?? []
  if (!node || !bun || !suite || !result || !comparison || !launch)
    throw new Error('the fixture has one of each')
  const name = `suite-${number % SUITES}`
  const startedAt = new Date(Date.UTC(2025, 0, 1) + number * 3_600_000).toISOString()
  const slower = number >= STEP.at * count ? STEP.ratio : 1
  const results = [node, bun].flatMap((target, place) =>
    CASES.map((id, index) => {
      const level = 1e5 * (1 + index + place) * (id === 'a' ? slower : 1)
      const launches = Array.from({ length: LAUNCHES }, (_, at) => {
        const wallNs = samplesAround(level, random)
        return {
          ...launch,
          group: place,
          launch: at,
          order: wallNs.map((_, sample) => CASES.length * sample + index),
          wallNs,
          cpuNs: wallNs.map(value => Math.round(9.9 * value) / 10),
          audit: null,
          early: [],
          work: null,
        }
      })
      return { ...result, suite: name, case: id, target: target.id, launches, contendedShare: null }
    }),
  )
  const logsOf = (target: string, id: string) =>
    results
      .find(each => each.target === target && each.case === id)
      ?.launches.map(({ wallNs }) => Math.log(wallNs.reduce((sum, value) => sum + value, 0))) ?? []
  const comparisons = [node, bun].flatMap(({ id: target }) =>
    CASES.slice(1).map(head => {
      const base = logsOf(target, 'base')
      const ratio = ratioFromLogs(logsOf(target, head).map((log, at) => log - (base[at] ?? 0)))
      if (ratio === null) throw new Error('there are launches enough')
      return {
        ...comparison,
        suite: name,
        case: head,
        baseCase: 'base',
        headCase: head,
        base: target,
        head: target,
        ratio,
      }
    }),
  )
  return {
    ...frame,
    id: `record-${number}`,
    startedAt,
    finishedAt: startedAt,
    suites: [{ ...suite, name, baseline: 'base' }],
    targets: [node, bun],
    results,
    comparisons,
  }
}

/** To a tenth of a nanosecond, around a level of their launch's own. */
function samplesAround(levelNs: number, random: Random): number[] {
  const launchNs = levelNs * (1 + SPREAD * (random.next() - 0.5))
  return Array.from({ length: SAMPLES }, () => Math.round(10 * launchNs * (1 + SPREAD * random.next())) / 10)
}

async function measureAll(): Promise<void> {
  const samples = count * 2 * CASES.length * LAUNCHES * SAMPLES
  process.stdout.write(
    `${count.toLocaleString('en')} records, ${samples.toLocaleString('en')} samples; Node ${process.versions.node}, ${os.cpus()[0]?.model}, ${os.cpus().length} cores\n\n`,
  )
  await measure('sql, first time: every record is read', ['sql', 'SELECT count(*) FROM records', records])
  await measure('sql, again', ['sql', 'SELECT count(*) FROM records', records])
  await measure('sql over all samples', [
    'sql',
    'SELECT case_id, count(*), avg(wall_ns), quantile_cont(cpu_ns, 0.99) FROM samples GROUP BY ALL',
    records,
  ])
  await measure('sql with a join', [
    'sql',
    "SELECT head_case, head_line, date_trunc('month', started_at) AS month, avg(ratio) FROM comparisons JOIN records USING (record) GROUP BY ALL",
    records,
  ])
  await measure('history of one suite', ['history', 'suite-0', records])
  await measure('history of one case', ['history', 'suite-0/a', records])
  await measure('report of one record', [
    'report',
    join(records, nameOf(0)),
    '--html',
    join(folder ?? '', 'report.html'),
  ])
}

async function measure(what: string, args: readonly string[]): Promise<void> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, XDG_CACHE_HOME: resolve(folder ?? '', 'cache') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakBytes = 0
  const poll = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid))
  }, 20)
  const code = await new Promise(resolve => child.once('exit', resolve))
  clearInterval(poll)
  if (code !== 0) throw new Error(`bench ${args.join(' ')} ended with ${code}`)
  const seconds = (performance.now() - startedAt) / 1e3
  process.stdout.write(
    `${what.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s ${(peakBytes / 1e6).toFixed(0).padStart(6)} MB\n`,
  )
}

/** The most that a process has held in memory so far. */
function peakOf(pid: number | undefined): number {
  return 1024 * Number.parseInt(processStatus(pid ?? 0, 'VmHWM') ?? '0', 10)
}
