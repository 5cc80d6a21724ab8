import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownWarning, type Warning, type WarningRecord } from '@steelyard/record'
import { recordWarningRangeText, recordWarningText } from './warning-text.ts'

/** Each code once, with the figures that its sentence shows, in order; the compiler asks for every code. */
const warningText = (warning: Warning) => recordWarningText(warning)

const ONE_OF_EACH: {
  readonly [C in Warning['code']]: readonly [Extract<Warning, { code: C }>, readonly string[]]
} = {
  'near-empty-loop': [{ code: 'near-empty-loop', iterationNs: 0.6, emptyNs: 0.304 }, ['0.60 ns', '0.30 ns']],
  'growing-state': [{ code: 'growing-state', timesAsLong: 2.5 }, ['2.50 times']],
  'never-steady': [{ code: 'never-steady', launches: 2, of: 12 }, ['2', '12']],
  'drifting-warm-up': [{ code: 'drifting-warm-up', launches: 7, of: 12 }, ['7', '12']],
  'late-speed-up': [
    { code: 'late-speed-up', times: 2.44, iterations: 15_700, durationNs: 1.66e9 },
    ['2.4 times', '16,000', '1.7 s'],
  ],
  'late-slow-down': [
    { code: 'late-slow-down', times: 2, iterations: 900, durationNs: 1e9 },
    ['2.0 times', '900', '1.0 s'],
  ],
  'bimodal-batches': [{ code: 'bimodal-batches', launches: 3, of: 10 }, ['3', '10']],
  'work-after-return': [{ code: 'work-after-return', mainCpuShare: 1.254 }, ['25 %']],
  'late-replies': [{ code: 'late-replies', timesAsLong: 2.006 }, ['2.01 times']],
  'long-empty-batches': [{ code: 'long-empty-batches', emptyShare: 0.07 }, ['7 %']],
  waiting: [{ code: 'waiting', cpuShare: 0.604 }, ['60 %']],
  'contended-batches': [{ code: 'contended-batches', batchShare: 0.125 }, ['13 %']],
  'measured-again': [{ code: 'measured-again', launches: 4, of: 12 }, ['4', '12']],
  'one-launch': [{ code: 'one-launch' }, []],
  'lost-later': [{ code: 'lost-later', launches: 5 }, ['5']],
  'lost-beside': [{ code: 'lost-beside', launches: 1, of: 6 }, ['1', '6']],
  'own-unit': [{ code: 'own-unit', unitsPerIteration: 0.00012345 }, ['0.000123']],
  'promise-counted': [{ code: 'promise-counted' }, []],
  unverified: [{ code: 'unverified', reason: 'nothing' }, []],
  'no-memory-launch': [{ code: 'no-memory-launch', message: 'crashed' }, []],
  'no-usage-launch': [{ code: 'no-usage-launch', message: 'crashed' }, []],
  'no-allocations-launch': [{ code: 'no-allocations-launch', message: 'crashed' }, []],
  'no-tiers-launch': [{ code: 'no-tiers-launch', message: 'crashed' }, []],
  'no-allocation-sampler': [{ code: 'no-allocation-sampler' }, []],
  unsupported: [{ code: 'unsupported', reason: 'no workers' }, []],
  'tool-error': [{ code: 'tool-error', message: 'threw' }, []],
  'no-profile': [{ code: 'no-profile', message: 'crashed' }, []],
  'no-calls-launch': [{ code: 'no-calls-launch', message: 'crashed' }, []],
  'no-single-requests': [{ code: 'no-single-requests', message: 'crashed' }, []],
  'no-startup-phases': [{ code: 'no-startup-phases', message: 'no JSON' }, []],
  'generator-late': [{ code: 'generator-late', latencyShare: 0.1 }, ['10 %']],
  'generator-rate': [{ code: 'generator-rate', rateShare: 2 }, ['200 %']],
  'generator-busy': [{ code: 'generator-busy', timeShare: 0.95 }, ['95 %']],
  'faster-in-turns': [{ code: 'faster-in-turns', changeShare: 0.091 }, ['9 %']],
  'request-fault': [
    {
      code: 'request-fault',
      kind: 'refused',
      count: 3,
      message: 'the server refused the connection 3 times',
    },
    ['3 times'],
  ],
  'bundle-over-limit': [{ code: 'bundle-over-limit', gzipBytes: 5_200_000 }, ['5078 KiB', '2023', '5 MB']],
  'large-bundle': [{ code: 'large-bundle', gzipBytes: 1.5 * 2 ** 20 }, ['1536 KiB', '1024 KiB']],
  'zero-headline': [{ code: 'zero-headline', timer: 'mitata', launches: 2, of: 5 }, ['0', '2', '5']],
  'failed-runs': [{ code: 'failed-runs', runs: 2, of: 10 }, ['0', '2', '10']],
  'tool-flag': [{ code: 'tool-flag', flag: 'noisy' }, []],

  'busy-machine': [{ code: 'busy-machine', load: 3.14, cores: 2 }, ['3.1', '2']],
  'one-core': [{ code: 'one-core' }, []],
  'cannot-pin': [{ code: 'cannot-pin' }, []],
  'slow-governor': [{ code: 'slow-governor', governor: 'powersave' }, []],
  confined: [{ code: 'confined', suitesWithNetwork: 'a, b' }, ['network by a, b']],
  overrun: [{ code: 'overrun', plannedNs: 12e9, endedAfterNs: 9.6e9 }, ['12 s', '10 s']],

  'idle-flags': [{ code: 'idle-flags', flags: '--turboshaft', beside: '' }, []],
  'lowers-suites': [{ code: 'lowers-suites' }, []],

  'other-builder': [{ code: 'other-builder' }, []],
  'other-builder-small': [{ code: 'other-builder-small', withinShare: 0.1 }, ['10 %']],
  'two-kinds': [{ code: 'two-kinds' }, []],
  'kinds-disagree': [{ code: 'kinds-disagree' }, []],
  'later-launches-differ': [{ code: 'later-launches-differ', look: 5 }, ['5']],
  'open-loop': [{ code: 'open-loop', times: 1.062 }, ['1.06 times']],

  'too-few-calls': [{ code: 'too-few-calls', needed: 20, calls: 19 }, ['20', '19']],
  'call-too-short': [{ code: 'call-too-short', leastNs: 490e6 }, ['490 ms']],
  'budget-too-short': [{ code: 'budget-too-short', leastNs: 12_340 }, ['12.3 µs']],
  'budget-under-channel': [{ code: 'budget-under-channel', leastNs: 1.5e6 }, ['1.50 ms']],
  'no-process-cpu': [{ code: 'no-process-cpu' }, []],
  'unread-process-cpu': [{ code: 'unread-process-cpu' }, []],
  'no-thread-cpu': [{ code: 'no-thread-cpu' }, []],
  'counted-as-allocated': [{ code: 'counted-as-allocated' }, []],
  'no-perf': [{ code: 'no-perf' }, []],
  'no-symbols': [{ code: 'no-symbols' }, []],
  'no-code-map': [{ code: 'no-code-map' }, []],
  'perf-failed': [{ code: 'perf-failed', message: 'ended: no rights' }, []],
  'no-mapped-launch': [{ code: 'no-mapped-launch', message: 'exited with code 9' }, ['9']],
  'no-external-bytes': [{ code: 'no-external-bytes', runtime: 'workerd' }, []],
  'always-collected': [{ code: 'always-collected' }, []],
  'no-heap-size': [{ code: 'no-heap-size' }, []],
  'no-asked-collection': [{ code: 'no-asked-collection' }, []],
  'too-few-collections': [{ code: 'too-few-collections', collections: 2, iterations: 200 }, ['2', '200']],
  'main-thread-waited': [{ code: 'main-thread-waited', waitedShare: 0.0562 }, ['5.6 %']],
  'helpers-on-one-core': [{ code: 'helpers-on-one-core' }, []],

  'not-measured': [{ code: 'not-measured' }, []],
  lost: [{ code: 'lost', failure: 'crashed', message: 'fell over' }, []],
  'dead-code-floor': [
    { code: 'dead-code-floor', iterationNs: 0.31, emptyNs: 0.3, launches: 5 },
    ['0.31 ns', '0.30 ns', '5'],
  ],
  'dead-code-growth': [
    { code: 'dead-code-growth', timesAsLong: 1.01, upperTimesAsLong: 1.1, launches: 5 },
    ['1.01 times', '1.10', '5'],
  ],
  'false-clock-empty': [{ code: 'false-clock-empty', emptyShare: 0.43, launches: 5 }, ['43 %', '5']],
  'false-clock-main-cpu': [
    { code: 'false-clock-main-cpu', timesAsLong: 2, launches: 5 },
    ['5', '2.00 times'],
  ],
  'false-clock-host': [{ code: 'false-clock-host', timesAsLong: 2.345, launches: 5 }, ['5', '2.35 times']],
}

/** What is not a figure and is shown as it is. */
const WORDS = ['message', 'governor', 'flag', 'flags', 'others', 'runtime', 'timer']

test('warningText has a sentence for every code, with all of its figures', () => {
  const codes = Object.entries(ONE_OF_EACH)
  for (const [code, [warning, figures]] of codes) {
    const text = warningText(warning)
    assert.equal(knownWarning(warning), warning, code)
    for (const name of Object.keys(warning)) {
      assert.equal(
        knownWarning({ ...warning, [name]: null } as WarningRecord),
        null,
        `${code} without ${name}`,
      )
    }
    const words = Object.entries(warning).flatMap(([name, value]) =>
      WORDS.includes(name) && typeof value === 'string' ? [value] : [],
    )
    for (const word of words) assert.ok(text.includes(word), `${code}: ${text}`)
    const places = figures.map(figure => text.indexOf(figure))
    assert.ok(!places.includes(-1), `${code}: ${text}`)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      `${code}: ${text}`,
    )
    assert.doesNotMatch(text, /undefined|NaN|object/, code)
  }
  assert.equal(new Set(codes.map(([, [warning]]) => warningText(warning))).size, codes.length)
})

test('warningText ends the message of a lost case with one full stop', () => {
  const lost = { code: 'lost', failure: 'failed', message: 'threw: No page.' } as const
  assert.equal(warningText(lost), 'threw: No page.')
})

test('recordWarningRangeText advises --metric cpu only where verdicts read another clock', () => {
  const advising = Object.values(ONE_OF_EACH).flatMap(([warning]) =>
    /metric cpu/.test(warningText(warning)) ? [warning] : [],
  )
  assert.equal(advising.length, 7)
  for (const warning of advising) {
    const [text, byCpu] = [warningText(warning), recordWarningRangeText([warning], 'cpu')]
    assert.equal(text.replace(/(?:;|, or) compare with --metric cpu$/, ''), byCpu)
    assert.notEqual(text, byCpu)
  }
})

test('recordWarningRangeText shows figures that differ as ranges, by their size', () => {
  const drifting = (launches: number, of: number): Warning => ({ code: 'drifting-warm-up', launches, of })
  const text = recordWarningRangeText([drifting(9, 12), drifting(10, 12), drifting(3, 12)])
  assert.match(text, /ended in 3 to 10 of 12 launches: its time/)
  assert.equal(recordWarningRangeText([drifting(3, 12), drifting(3, 12)]), warningText(drifting(3, 12)))
})

test('recordWarningRangeText shows no range where both ends read the same', () => {
  const waiting = (cpuShare: number): Warning => ({ code: 'waiting', cpuShare })
  assert.match(recordWarningRangeText([waiting(0.601), waiting(0.604)]), /only 60 % of/)
  assert.match(recordWarningRangeText([waiting(0.604), waiting(0.21)]), /only 21 to 60 % of/)
})

test('recordWarningRangeText keeps a number of four digits in one piece', () => {
  const late = (iterations: number): Warning => ({
    ...{ code: 'late-speed-up', times: 2, iterations, durationNs: 1e9 },
  })
  assert.match(
    recordWarningRangeText([late(15_700), late(2100)]),
    /after about 2,100 to 16,000 iterations \(1\.0 s\)/,
  )
})

test('recordWarningRangeText names the unit of durations once where both ends have the same', () => {
  const short = (leastNs: number): Warning => ({ code: 'call-too-short', leastNs })
  assert.match(recordWarningRangeText([short(20e3), short(12e3)]), /resolves at least 12\.0 to 20\.0 µs$/)
  assert.match(recordWarningRangeText([short(20e3), short(1.2e6)]), /resolves at least 20\.0 µs to 1\.20 ms$/)
  assert.match(recordWarningRangeText([short(1e3), short(1e6)]), /resolves at least 1\.00 µs to 1\.00 ms$/)
})

test('warningText counts collections in words', () => {
  const few = (collections: number): Warning => ({
    ...{ code: 'too-few-collections', collections, iterations: 200 },
  })
  assert.match(warningText(few(0)), /^no collection in 200/)
  assert.match(warningText(few(1)), /^1 collection in 200/)
  assert.match(recordWarningRangeText([few(0), few(3)]), /^0 to 3 collections in 200/)
})

test('warningText says of idle flags with which flags they are idle, and uses the plural for several', () => {
  const idle = (flags: string, beside: string) => warningText({ code: 'idle-flags', flags, beside })
  assert.match(
    idle('--no-opt', '--jitless'),
    /^--no-opt changes nothing in this build together with --jitless: .* it$/,
  )
  assert.match(idle('--opt --maglev', ''), /^--opt --maglev change nothing in this build: .* without them$/)
})

test('recordWarningRangeText refuses to word nothing', () => {
  assert.throws(() => recordWarningRangeText([]), RangeError)
})
