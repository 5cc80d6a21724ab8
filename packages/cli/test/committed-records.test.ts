import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  type ComparisonRecord,
  type ResultRecord,
  type RunRecord,
  readRecord,
  type ServerRecord,
  type WindowRecord,
} from '@steelyard/record'
import type { Rules } from '@steelyard/stats'
import { agreementsOf } from '../../analysis/src/agreement.ts'
import { attributionsOf } from '../../analysis/src/attributions.ts'
import { causesOf } from '../../analysis/src/causes/profiles.ts'
import { comparisonsOf } from '../../analysis/src/comparisons.ts'
import { resultsOf } from '../../analysis/src/results.ts'
import { timerComparisonsOf, timerResultsOf } from '../../analysis/src/timer-results.ts'
import type { ComparePlan } from '../../measure/src/plan/compare-plan.ts'
import { wantedLooks } from '../../measure/src/plan/time-and-launches.ts'
import type { MeasuredLaunch, NamedSuite } from '../../measure/src/suite/measured-suite.ts'
import { steadinessOf } from '../../schedule/src/launch/steadiness.ts'
import { measuredFromRecord, timedFromRecord } from './measured-from-record.ts'

// Every answer of every committed record is computed again, by today's code and from the samples in the record. It must
// be the same to the last bit.

const RESULTS = join(import.meta.dirname, '../../../results')

/** What is measured here and not committed. */
const LOCAL = join('local', '/')

/** Small ones of what no record under results/ has: a control, flags measured one by one, other timers, a first look, CPU time. */
const MADE = join(import.meta.dirname, 'fixtures/records')

/** Not computed from samples that the record has. */
const UNSAMPLED: ReadonlySet<string> = new Set([
  ...['lateChange', 'events', 'code', 'memory', 'calls', 'server', 'lostLaunches'],
])

const files = [RESULTS, MADE].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json') && !name.startsWith(LOCAL))
    .map(name => ({ name, file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => text.includes('"steelyard/run@2"')),
)

/** What the net holds: each needs a record, so that code that moves is held to every kind of answer. */
const KINDS: Readonly<Record<string, (record: RunRecord) => boolean>> = {
  servers: ({ results }) => results.some(({ server }) => server),
  starts: ({ results }) => results.some(({ start }) => start),
  'two builds': ({ compared }) => compared !== null,
  flags: ({ attributions }) => attributions.length > 0,
  profiles: ({ causes }) => causes.length > 0,
  'other timers': ({ results }) => results.some(({ timer }) => timer !== 'steelyard'),
  'a quick run': ({ command }) => command.includes('--quick'),
  'CPU time': ({ comparisons }) => comparisons.some(({ metric }) => metric === 'cpu'),
  memory: ({ results }) => results.some(({ memory }) => memory),
  'single calls': ({ results }) => results.some(({ calls }) => calls),
  stalls: ({ comparisons }) => comparisons.some(({ withoutStalls }) => withoutStalls),
  'a measured bias': ({ doctor }) => doctor !== null,
  'unpaired ratios': ({ comparisons }) => comparisons.some(({ paired }) => !paired),
}

let recomputed = 0

for (const { name, file } of files) {
  test(`${name} holds what its samples say`, async () => {
    const record = await readRecord(file)
    const suites = measuredFromRecord(record)
    assert.deepEqual(differingResults(record, suites), [])
    assert.deepEqual(differingComparisons(record, suites), [])
    assert.deepEqual(attributionsIn(record, suites), record.attributions)
    assert.deepEqual(record.agreements.length === 0 ? [] : agreementsOf(record.results), record.agreements)
    assert.deepEqual(causesOf(record.comparisons, record.results, record.profiles), record.causes)
    recomputed += record.comparisons.length
  })
}

test('the records hold every kind of answer', async () => {
  const records = await Promise.all(files.map(({ file }) => readRecord(file)))
  const without = Object.entries(KINDS).filter(([, isOf]) => !records.some(isOf))
  assert.deepEqual(
    without.map(([kind]) => kind),
    [],
  )
})

test('every comparison of every committed record was computed again', t => {
  // The text is counted, so that what a reader of records overlooks is counted too.
  const there = files.flatMap(({ text }) => text.match(/"medianRatio":/g) ?? []).length
  t.diagnostic(`${recomputed} comparisons of ${files.length} records`)
  assert.equal(recomputed, there)
  assert.ok(there > 0)
})

/** Returns what the results of a record and those of its samples differ in, one line each. */
function differingResults(record: RunRecord, suites: readonly NamedSuite[]): string[] {
  const found = suites.flatMap(({ name, plan, measured, targetIds }) => [
    ...resultsOf(name, plan, measured, targetIds),
    ...timerResultsOf(name, timedFromRecord(record, name), targetIds),
  ])
  assert.equal(found.length, record.results.length)
  const fields = record.results.flatMap((result, index) => {
    const again = found[index]
    const { server } = result
    return [
      ...differences(`result ${index}`, withoutCounts(result), again && withoutCounts(again)).filter(
        ({ key }) => !UNSAMPLED.has(key),
      ),
      ...(server
        ? differences(
            `server of result ${index}`,
            decidedOf(server),
            again?.server ? decidedOf(again.server) : undefined,
          )
        : []),
    ]
  })
  const states = suites.flatMap(({ measured }) =>
    measured.contenders.flatMap(({ plan, launches }) =>
      launches
        .filter(launch => stateOf(launch) !== launch.warmup.state)
        .map(({ launch }) => `${plan.caseId}: state of launch ${launch}`),
    ),
  )
  return [...fields.map(({ line }) => line), ...states]
}

/** A record keeps only the sums of what the kernel counted: of an audit, the samples labelled contended are compared. */
function withoutCounts({ launches, ...result }: ResultRecord) {
  const bare = <Window extends WindowRecord>(window: Window) => ({
    ...window,
    audit: window.audit?.contended ?? null,
  })
  return { ...result, launches: launches.map(each => ({ ...bare(each), early: each.early.map(bare) })) }
}

/** What its samples say is computed again; how a warm-up ended is kept nowhere else, and is taken as it is. */
function stateOf(launch: MeasuredLaunch) {
  const { state } = launch.warmup
  return steadinessOf({
    ...launch,
    warmup: { ...launch.warmup, state: state === 'drifting' ? state : 'steady' },
  })
}

/** What the turns of a server say without the latency of single requests, which a record does not keep. */
function decidedOf({ requests, generator: { cpuShare, isBound } }: ServerRecord) {
  return { requests, cpuShare, isBound }
}

/** Returns what the comparisons of a record and those of its samples differ in, one line each. */
function differingComparisons(record: RunRecord, suites: readonly NamedSuite[]): string[] {
  const found = comparisonsIn(record, suites)
  assert.equal(found.length, record.comparisons.length)
  return record.comparisons.flatMap((comparison, index) =>
    differences(`comparison ${index}`, comparison, found[index]).map(({ line }) => line),
  )
}

function comparisonsIn(record: RunRecord, suites: readonly NamedSuite[]): ComparisonRecord[] {
  const [first] = record.comparisons
  if (first === undefined) return []
  const { metric, threshold, biasSource } = first
  // One kind of work may have less than the run.
  const biasAllowance = record.doctor?.biasAllowance ?? first.biasAllowance
  // The doctor measures wall time.
  const kinds = metric === 'wall' ? (record.doctor?.kinds ?? []) : []
  const allowances = kinds.map(each => ({ kind: each.kind, allowance: each.biasAllowance }))
  const rules: Rules = {
    ...{ threshold, biasAllowance, minimumLaunches: wantedLooks(planOf(record)).planned },
    quick: record.command.includes('--quick'),
    earlyEnd: record.status === 'partial' ? 'interrupted' : null,
  }
  return [
    ...comparisonsOf(suites, metric, rules, biasSource, allowances),
    ...suites.flatMap(suite => {
      const timed = timedFromRecord(record, suite.name)
      const measured = { ...suite.measured, timed }
      return timerComparisonsOf({ ...suite, measured }, { threshold, biasAllowance }, biasSource)
    }),
  ]
}

function attributionsIn(record: RunRecord, suites: readonly NamedSuite[]) {
  const plan = planOf(record)
  const metric = record.attributions[0]?.metric
  return plan === null || metric === undefined
    ? []
    : suites.flatMap(suite => attributionsOf(suite, plan, metric))
}

/** What `compare` was asked for; null for other commands. */
function planOf({ compared, targets, attributions }: RunRecord): ComparePlan | null {
  if (compared === null) return null
  const indexOf = (id: string) => targets.findIndex(target => target.id === id)
  const flags = attributions[0]?.flags ?? []
  return {
    heads: compared.heads.map(indexOf),
    rebuilt: compared.rebuilt === null ? null : indexOf(compared.rebuilt),
    flags: flags.map(({ flag, alone, without }) => ({
      flag,
      alone: indexOf(alone),
      without: indexOf(without),
    })),
    evidence: compared.evidence,
  }
}

/** Field by field; one that only either has differs. */
function differences(what: string, left: object, right: object | undefined) {
  const [before, now] = [left, right ?? {}].map(fields => new Map<string, unknown>(Object.entries(fields)))
  if (before === undefined || now === undefined) return []
  return Array.from(new Set([...before.keys(), ...now.keys()]))
    .filter(key => !isDeepStrictEqual(before.get(key), now.get(key)))
    .map(key => ({
      key,
      line: `${what}: ${key} was ${JSON.stringify(before.get(key))} and is ${JSON.stringify(now.get(key))}`,
    }))
}
