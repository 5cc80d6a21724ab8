// Follows made-up releases whose speed is known, with the steps that the command would choose, until nothing is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeriesKey, TimelineLine, TimelineRelease, TimelineStep } from '@steelyard/record'
import { changesOf, inLineUnits, STEP_LAUNCHES, seriesNotes, seriesOf } from '@steelyard/report'
import { createRandom, type Random } from '@steelyard/stats'
import { wantedSteps } from './next-step.ts'
import type { Track } from './tracks.ts'

const KEY: SeriesKey = {
  ...{ case: 'loop', params: {}, code: 'c0de', estimator: 4, windowNs: 250e6, cpuId: 'zen4' },
}
const STEP_MS = 15_000
const HOURS_MS = 3 * 3_600_000
/** Standard deviation of a launch, and what the machine makes up by itself. */
const NOISE = 0.008
const BIAS_ALLOWANCE = 0.002

/** Logs of the times of releases; null for one that cannot run. */
type Truth = readonly (number | null)[]

function trackOf(truth: Truth, cpuId = KEY.cpuId): Track {
  const releases = truth.map((_, index) => {
    const version = `${20 + Math.floor(index / 4)}.${index % 4}.0`
    const groups = [version.split('.')[0] ?? '', version]
    return { version, target: `node@${version}`, date: '2026-01-01', groups }
  })
  return {
    ...{ word: 'sums', suite: 'sums', runtime: 'node', file: '', params: {}, releases, lines: [] },
    cases: [{ key: { ...KEY, cpuId }, unsupportedIn: () => null }],
  }
}

/** Returns all lines, in the order in which they were measured. */
function followed(truth: Truth, seed: number, start = trackOf(truth)): TimelineLine[] {
  const random = createRandom(seed)
  const timeOf = new Map(start.releases.map(({ version }, index) => [version, truth[index] ?? null]))
  let atMs = Date.UTC(2026, 0, 1)
  let [track, isIdle] = [start, false]
  for (;;) {
    const at = new Date(atMs).toISOString()
    const [step] = wantedSteps(track, at)
    if (step === undefined && isIdle) return [...track.lines]
    isIdle = step === undefined
    atMs += step === undefined ? HOURS_MS : STEP_MS
    if (step === undefined) continue
    const sides = step.releases.map(({ version, date }) => ({ version, date, engine: 'v8 1' }))
    const [[base, head], [key]] = [sides, step.keys]
    if (!base || !head || !key) throw new Error('a step has two sides')
    if (step.isCause) {
      const found = {
        good: base.version,
        bad: head.version,
        unfound: null,
        functions: [],
        unprofiled: 'none',
      }
      track = { ...track, lines: [...track.lines, { ...key, base, head, at, ...found }] }
      continue
    }
    const isAble = ({ version }: TimelineRelease) => timeOf.get(version) !== null
    const gaps = sides
      .filter(release => !isAble(release))
      .map(release => ({ ...key, release, at, gap: 'it lacks a function' }))
    // What shares launches shares the noise of the release between two steps.
    const able = sides.filter(isAble).map(release => ({
      release,
      logs: Array.from(
        { length: STEP_LAUNCHES },
        () => (timeOf.get(release.version) ?? 0) + (NOISE / Math.SQRT2) * normal(random),
      ),
    }))
    const lines = able.slice(1).map((to, index) =>
      stepLine(
        key,
        { base: able[index]?.release ?? to.release, head: to.release, at },
        to.logs.map((log, launch) => log - (able[index]?.logs[launch] ?? 0)),
      ),
    )
    track = { ...track, lines: [...track.lines, ...gaps, ...lines] }
  }
}

function stepLine(
  key: SeriesKey,
  sides: Pick<TimelineStep, 'base' | 'head' | 'at'>,
  logs: readonly number[],
): TimelineStep {
  const rest = { driftingShare: 0, biasAllowance: BIAS_ALLOWANCE, fault: null }
  return { ...key, ...sides, logs: inLineUnits(logs), ...rest }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function seriesIn(lines: readonly TimelineLine[]) {
  return seriesOf({ runtime: 'node', suite: 'sums', lines })
}

/** Times of releases by the steps between them. */
function steps(...sizes: readonly number[]): number[] {
  const levels = [0]
  for (const size of sizes) levels.push((levels.at(-1) ?? 0) + Math.log1p(size))
  return levels
}

test('steps of 2 % and 5 % are found, one that is undone is two, and nothing else is', () => {
  const truth = steps(0, 0, 0, 0.05, 0, 0.03, 1 / 1.03 - 1, 0, 0.02, 0, 0)
  const expected = ['21.0.0', '21.2.0', '21.3.0', '22.1.0']
  const runs = Array.from({ length: 25 }, (_, seed) => changesOf(seriesIn(followed(truth, seed))))
  const counts = Map.groupBy(runs.flat(), ({ step }) => step.head.version)
  assert.deepEqual([...counts.keys()].toSorted(), expected)
  // Small steps whose launches look like two kinds are not decided by ten.
  for (const version of expected) assert.ok((counts.get(version)?.length ?? 0) >= 20, version)
  assert.ok(runs.flat().every(({ step }) => step.cause?.bad === step.head.version))
  for (const { step } of counts.get('22.1.0') ?? []) assert.ok(Math.abs(step.ratio.value - 1.02) < 0.01)
  const sizes = counts.get('22.1.0')?.map(({ step }) => step.ratio.value) ?? []
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  assert.ok(Math.abs(mean - 1.02) < 0.002, `the second session has no winner's curse: ${mean}`)
})

test('two kinds of launches that agree on a step do not hide it', () => {
  // arrow-2 of json-reviver on Node 25 and 26.
  const logs = [0.594, 0.562, 0.601, 0.563, 0.555, 0.556, 0.56, 0.567, 0.558, 0.555].map(Math.log)
  const releases = ['25.0.0', '26.0.0'].map(version => ({ version, date: null, engine: 'v8 1' }))
  const [base = fail(), head = fail()] = releases
  const lines = ['2026-01-01T09:00:00Z', '2026-01-01T12:00:00Z'].map(at => ({
    ...stepLine(KEY, { base, head, at }, logs),
  }))
  assert.deepEqual(
    changesOf(seriesIn(lines)).map(({ step }) => step.finding.change),
    ['faster'],
  )
})

test('a chain holds first sessions: whether there is a second depends on what the first found', () => {
  const releases = ['25.0.0', '26.0.0'].map(version => ({ version, date: null, engine: 'v8 1' }))
  const [base = fail(), head = fail()] = releases
  const logs = (center: number) => Array.from({ length: 10 }, (_, index) => center + 0.001 * (index % 5))
  const lines = [
    stepLine(KEY, { base, head, at: '2026-01-01T09:00:00Z' }, logs(0.05)),
    stepLine(KEY, { base, head, at: '2026-01-01T12:00:00Z' }, logs(0.03)),
  ]
  const [{ levels, steps: found } = fail()] = seriesIn(lines)
  const [level, size] = [levels[0], found[0]?.ratio].map(ratio => Math.log(ratio?.value ?? 0).toFixed(3))
  assert.deepEqual([level, size], ['0.052', '0.032'])
})

test('the ends are measured first, then coarse steps, then fine ones where the coarse ones are large', () => {
  const truth = steps(0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0, 0)
  const order = followed(truth, 1).flatMap(line =>
    'head' in line ? [`${line.base.version} ${line.head.version}`] : [],
  )
  assert.deepEqual(order.slice(1, 4).toSorted(), ['20.0.0 21.0.0', '21.0.0 22.0.0', '22.0.0 22.3.0'])
  assert.equal(order[0], '20.0.0 22.3.0')
  assert.deepEqual(order.slice(4, 7), ['22.0.0 22.1.0', '22.1.0 22.2.0', '22.2.0 22.3.0'])
  assert.equal(order.at(-2), '22.0.0 22.1.0', 'the change is measured again')
  assert.equal(order.at(-1), '22.0.0 22.1.0', 'its cause is looked for, once')
  assert.equal(order.length, 4 + 11 + 2)
})

test('a slow drift is no change, and its ends tell of it', () => {
  const lines = followed(steps(...Array.from({ length: 11 }, () => 0.004)), 1)
  const [series] = seriesIn(lines)
  assert.deepEqual(changesOf(seriesIn(lines)), [])
  assert.match(
    seriesNotes(series ?? fail(), seriesIn(lines)).join(),
    /is 1\.04\d*× .*no single step shows it: a drift/,
  )
})

test('two machines that disagree are two series, and it is said', () => {
  const [here, there] = [steps(0, 0, 0.05, 0, 0), steps(0, 0, 0, 0, 0)]
  const lines = [...followed(here, 1), ...followed(there, 2, trackOf(there, 'm1'))]
  const all = seriesIn(lines)
  assert.deepEqual(
    all.map(series => [series.key.cpuId, changesOf([series]).length]),
    [
      ['m1', 0],
      ['zen4', 1],
    ],
  )
  assert.match(
    seriesNotes(all[1] ?? fail(), all).join(),
    /Machines disagree on 20\.2\.0 → 20\.3\.0: .* on m1/,
  )
})

test('60 equal steps show no change, and their chains close', () => {
  const equal = steps(...Array.from({ length: 60 }, () => 0))
  const all = Array.from({ length: 10 }, (_, seed) => seriesIn(followed(equal, 100 + seed))).flat()
  assert.equal(changesOf(all).length, 0)
  assert.equal(all.flatMap(({ steps: own }) => own).length, 600)
  assert.ok(all.flatMap(({ anchors }) => anchors).filter(({ isOpen }) => isOpen).length <= 1)
})

test('a release that cannot run is a gap, and the chain goes on beyond it', () => {
  const [a, b, , d, e] = steps(0, 0, 0.05, 0)
  const [series] = seriesIn(followed([a ?? 0, b ?? 0, null, d ?? 0, e ?? 0], 1))
  assert.deepEqual(
    series?.steps.map(({ base, head, finding }) => `${base.version} ${head.version} ${finding.change}`),
    ['20.0.0 20.1.0 null', '20.1.0 20.3.0 slower', '20.3.0 21.0.0 null'],
  )
  assert.deepEqual(
    series?.gaps.map(({ release }) => release.version),
    ['20.2.0'],
  )
})

test('a chain that disagrees with its ends is reported', () => {
  const lines = followed(steps(0, 0, 0), 1).map(line =>
    'logs' in line && line.base.version === '20.0.0' && line.head.version === '20.3.0'
      ? { ...line, logs: line.logs.map(log => log + 5000) }
      : line,
  )
  const all = seriesIn(lines)
  assert.match(seriesNotes(all[0] ?? fail(), all).join(), /disagrees .* chain ÷ direct is 0\.95/)
})

test('another text of a case, method or machine begins another series', () => {
  const lines = followed(steps(0, 0), 1)
  const later = lines.map(line => ({ ...line, code: 'beef', at: '2027-01-01T00:00:00Z' }))
  assert.deepEqual(
    seriesIn([...lines, ...later]).map(({ key, isSuperseded }) => [key.code, isSuperseded]),
    [
      ['beef', false],
      ['c0de', true],
    ],
  )
  const track = { ...trackOf(steps(0, 0)), lines: later }
  assert.deepEqual(
    wantedSteps(track, '2027-01-01T00:00:00Z').map(step => step.releases.map(({ version }) => version)),
    [
      ['20.0.0', '20.2.0'],
      ['20.0.0', '20.1.0', '20.2.0'],
    ],
  )
})

function fail(): never {
  throw new Error('there is a series')
}
