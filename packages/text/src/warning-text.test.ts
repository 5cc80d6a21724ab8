import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownWarning, type Warning } from '@steelyard/record'
import { warningRangeText, warningText } from './warning-text.ts'

/** Each code once, with a part of its sentence; the compiler asks for every code. */
const ONE_OF_EACH: { readonly [C in Warning['code']]: readonly [Extract<Warning, { code: C }>, string] } = {
  'near-empty-loop': [
    { code: 'near-empty-loop', iterationNs: 0.6, emptyNs: 0.304 },
    'takes 0.60 ns an iteration where the empty loop takes 0.30 ns: part',
  ],
  'growing-state': [{ code: 'growing-state', timesAsLong: 2.5 }, 'takes 2.50 times as long for twice'],
  'never-steady': [{ code: 'never-steady', launches: 2, of: 12 }, 'never steady in 2 of 12 launches: '],
  'drifting-warm-up': [
    { code: 'drifting-warm-up', launches: 7, of: 12 },
    'its warm-up ended in 7 of 12 launches: ',
  ],
  'late-speed-up': [
    { code: 'late-speed-up', times: 2.44, iterations: 15_700, durationNs: 1.66e9 },
    'becomes 2.4 times faster after about 16,000 iterations (1.7 s): ',
  ],
  'late-slow-down': [
    { code: 'late-slow-down', times: 2, iterations: 900, durationNs: 1e9 },
    'becomes 2.0 times slower after about 900 iterations (1.0 s): ',
  ],
  'bimodal-batches': [{ code: 'bimodal-batches', launches: 3, of: 10 }, 'slow, in 3 of 10 launches: '],
  'work-after-return': [
    { code: 'work-after-return', mainCpuShare: 1.254 },
    'its main thread worked 25 % longer than its time says: ',
  ],
  'late-replies': [
    { code: 'late-replies', timesAsLong: 2.006 },
    'its replies took 2.01 times as long as its own clock says: ',
  ],
  'long-empty-batches': [
    { code: 'long-empty-batches', emptyShare: 0.07 },
    'its batches without iterations took 7 % of the others, ',
  ],
  waiting: [{ code: 'waiting', cpuShare: 0.604 }, 'used the CPU for only 60 % of its wall time: '],
  'contended-batches': [{ code: 'contended-batches', batchShare: 0.125 }, 'in 13 % of its batches: '],
  'measured-again': [
    { code: 'measured-again', launches: 4, of: 12 },
    'was weighed anew in 4 of 12 launches, ',
  ],
  'one-launch': [{ code: 'one-launch' }, 'has one launch, too few for an interval: raise --time'],
  'lost-later': [{ code: 'lost-later', launches: 5 }, 'lost after 5 good launches, which are kept'],
  'lost-beside': [{ code: 'lost-beside', launches: 1, of: 6 }, '1 of 6 launches gave nothing, '],
  'own-unit': [
    { code: 'own-unit', unitsPerIteration: 0.00012345 },
    'its file counts 0.000123 of its own unit for an iteration; the times here are of one iteration',
  ],
  'promise-counted': [
    { code: 'promise-counted' },
    'its own tool times the call without the promise that it returns, and here the promise counts',
  ],
  unverified: [
    { code: 'unverified', reason: 'nothing' },
    'unverified: it returns nothing that could be compared between targets',
  ],
  'no-memory-launch': [
    { code: 'no-memory-launch', message: 'crashed' },
    'was lost in the launch that measures its memory: it crashed',
  ],
  'no-usage-launch': [
    { code: 'no-usage-launch', message: 'crashed' },
    "was lost in a launch that reads the kernel's counts: it crashed",
  ],
  'no-allocations-launch': [
    { code: 'no-allocations-launch', message: 'crashed' },
    'was lost in a launch that samples its allocations: it crashed',
  ],
  'no-tiers-launch': [
    { code: 'no-tiers-launch', message: 'crashed' },
    'was lost in the launch that logs its tiers: it crashed',
  ],
  'no-profile': [{ code: 'no-profile', message: 'crashed' }, 'has no profile: it crashed'],
  'no-calls-launch': [
    { code: 'no-calls-launch', message: 'crashed' },
    'was lost in the launch that times single calls: it crashed',
  ],
  'no-single-requests': [
    { code: 'no-single-requests', message: 'crashed' },
    'has no single requests: it crashed',
  ],
  'no-startup-phases': [
    { code: 'no-startup-phases', message: 'no JSON' },
    'workerd bench reported no phases of its start: no JSON',
  ],
  'generator-late': [{ code: 'generator-late', latencyShare: 0.1 }, 'requests late by 10 % of the latency, '],
  'generator-rate': [
    { code: 'generator-rate', rateShare: 2 },
    'generator-bound: the server answered at 200 % of the rate',
  ],
  'generator-busy': [
    { code: 'generator-busy', timeShare: 0.95 },
    "the load generator was busy for 95 % of the time, so that its time is at least the server's own; ",
  ],
  'faster-in-turns': [
    { code: 'faster-in-turns', changeShare: 0.091 },
    'was still getting faster in its turns, by 9 % from',
  ],
  'request-fault': [
    {
      code: 'request-fault',
      kind: 'refused',
      count: 3,
      message: 'the server refused the connection 3 times',
    },
    'the server refused the connection 3 times',
  ],
  'bundle-over-limit': [
    { code: 'bundle-over-limit', gzipBytes: 5_200_000 },
    'its bundle takes 5078 KiB gzipped, more than Cloudflare Workers took in 2023 (5 MB)',
  ],
  'large-bundle': [
    { code: 'large-bundle', gzipBytes: 1.5 * 2 ** 20 },
    'its bundle takes 1536 KiB gzipped: above 1024 KiB',
  ],
  'zero-headline': [
    { code: 'zero-headline', timer: 'mitata', launches: 2, of: 5 },
    'mitata reported 0 in 2 of 5 launches, ',
  ],
  'failed-runs': [
    { code: 'failed-runs', runs: 2, of: 10 },
    'ended with another exit code than 0 in 2 of 10 runs',
  ],
  'tool-flag': [{ code: 'tool-flag', flag: 'noisy' }, 'it says noisy'],

  'busy-machine': [
    { code: 'busy-machine', load: 3.14, cores: 2 },
    'busy before the run (load 3.1 on 2 cores): ',
  ],
  'one-core': [{ code: 'one-core' }, 'there is one core, '],
  'cannot-pin': [{ code: 'cannot-pin' }, 'processes cannot be held on one core here: '],
  'slow-governor': [{ code: 'slow-governor', governor: 'powersave' }, "governor is 'powersave': set it"],
  overrun: [
    { code: 'overrun', plannedNs: 12e9, endedAfterNs: 9.6e9 },
    'planned to take 12 s and was ended after 10 s: ',
  ],

  'idle-flags': [
    { code: 'idle-flags', flags: '--turboshaft', beside: '' },
    "--turboshaft changes nothing in this build: the engine's own list of flags is the same with and without it",
  ],
  'same-flags': [
    { code: 'same-flags', flags: '--no-turbofan', others: '--no-opt' },
    "by --no-turbofan the engine's own list of flags is the same as by --no-opt: both targets run alike",
  ],
  'lowers-suites': [
    { code: 'lowers-suites' },
    'this build reads neither classes nor block scopes: the suites of this run are lowered, for all of',
  ],

  'other-builder': [
    { code: 'other-builder' },
    "one side is a local build, the other is the registry's: a part of the ratio may come",
  ],
  'other-builder-small': [
    { code: 'other-builder-small', withinShare: 0.1 },
    'building alone can make a difference under 10 %, which the interval reaches: build the base as',
  ],
  'two-kinds': [{ code: 'two-kinds' }, 'its launches are of two kinds, and either alone decides the same; '],
  'later-launches-differ': [
    { code: 'later-launches-differ', look: 5 },
    'the verdict comes from the look at 5 launches; all launches together lie within the threshold',
  ],
  'open-loop': [
    { code: 'open-loop', times: 1.062 },
    'through the baseline the ratio is 1.06 times the direct one, more than noise makes',
  ],

  'too-few-calls': [{ code: 'too-few-calls', needed: 20, calls: 19 }, 'needs 20 calls, there were 19'],
  'call-too-short': [
    { code: 'call-too-short', leastNs: 490e6 },
    'it is too short: the clock of the runtime resolves at least 490 ms',
  ],
  'budget-too-short': [
    { code: 'budget-too-short', leastNs: 12_340 },
    'the budget is too short: the clock of the runtime resolves at least 12.3 us',
  ],
  'budget-under-channel': [
    { code: 'budget-under-channel', leastNs: 1.5e6 },
    'the cost of requesting one call: it needs at least 1.50 ms',
  ],
  'no-process-cpu': [{ code: 'no-process-cpu' }, 'this platform does not report the CPU time of a process'],
  'unread-process-cpu': [{ code: 'unread-process-cpu' }, 'could not be read to the end'],
  'no-thread-cpu': [
    { code: 'no-thread-cpu' },
    'this platform does not report the CPU time of the process and of its main thread',
  ],
  'counted-as-allocated': [{ code: 'counted-as-allocated' }, 'it is part of the allocated bytes'],
  'no-perf': [{ code: 'no-perf' }, 'Linux perf is not installed here'],
  'no-symbols': [{ code: 'no-symbols' }, 'the binary was stripped of their names'],
  'no-code-map': [{ code: 'no-code-map' }, 'the engine writes no map of its machine code for perf'],
  'perf-failed': [{ code: 'perf-failed', message: 'ended: no rights' }, 'perf ended: no rights'],
  'no-mapped-launch': [
    { code: 'no-mapped-launch', message: 'exited with code 9' },
    'with a map of its machine code, it exited with code 9',
  ],
  'no-external-bytes': [
    { code: 'no-external-bytes', runtime: 'workerd' },
    'workerd does not report what lies outside of the heap',
  ],
  'always-collected': [{ code: 'always-collected' }, 'every reading had a collection in between'],
  'no-heap-size': [{ code: 'no-heap-size' }, 'the engine did not report the size of its heap'],
  'no-asked-collection': [
    { code: 'no-asked-collection' },
    'the engine reported no collection when one was requested',
  ],
  'too-few-collections': [
    { code: 'too-few-collections', collections: 2, iterations: 200 },
    '2 collections in 200 iterations: too few for an engine',
  ],
  'main-thread-waited': [
    { code: 'main-thread-waited', waitedShare: 0.0562 },
    'waited for other processes for 5.6 % of its CPU time, ',
  ],
  'helpers-on-one-core': [{ code: 'helpers-on-one-core' }, 'on one core the pauses also hold'],

  'not-measured': [{ code: 'not-measured' }, 'was not measured: the run ended before its first launch.'],
  lost: [{ code: 'lost', failure: 'crashed', message: 'fell over' }, 'fell over.'],
  'dead-code-floor': [
    { code: 'dead-code-floor', iterationNs: 0.31, emptyNs: 0.3, launches: 5 },
    'An iteration takes 0.31 ns, one of the empty loop 0.30 ns (fastest batches, means over 5 launches). Return',
  ],
  'dead-code-growth': [
    { code: 'dead-code-growth', timesAsLong: 1.01, upperTimesAsLong: 1.1, launches: 5 },
    'iterations take 1.01 times as long, at most 1.10 (5 launches): the cost',
  ],
  'false-clock-empty': [
    { code: 'false-clock-empty', emptyShare: 0.43, launches: 5 },
    'reports time for batches without iterations: 43 % of the others in each of 5 launches, ',
  ],
  'false-clock-main-cpu': [
    { code: 'false-clock-main-cpu', timesAsLong: 2, launches: 5 },
    "its own clock and the kernel's disagree in each of 5 launches: its main thread worked 2.00 times as long as it reported. ",
  ],
  'false-clock-host': [
    { code: 'false-clock-host', timesAsLong: 2.345, launches: 5 },
    "its own clock and the host's disagree in each of 5 launches: its replies took 2.35 times as long as it reported. ",
  ],
}

test('warningText has a sentence for every code, with all of its figures', () => {
  const codes = Object.entries(ONE_OF_EACH)
  for (const [code, [warning, part]] of codes) {
    assert.equal(knownWarning(warning), warning, code)
    assert.ok(warningText(warning).includes(part), `${code}: ${warningText(warning)}`)
    assert.doesNotMatch(warningText(warning), /undefined|NaN|object/, code)
  }
  assert.equal(new Set(codes.map(([, [warning]]) => warningText(warning))).size, codes.length)
})

test('warningRangeText shows figures that differ as ranges, by their size', () => {
  const drifting = (launches: number, of: number): Warning => ({ code: 'drifting-warm-up', launches, of })
  const text = warningRangeText([drifting(9, 12), drifting(10, 12), drifting(3, 12)])
  assert.match(text, /ended in 3 to 10 of 12 launches: the time/)
  assert.equal(warningRangeText([drifting(3, 12), drifting(3, 12)]), warningText(drifting(3, 12)))
})

test('warningRangeText shows no range where both ends read the same', () => {
  const waiting = (cpuShare: number): Warning => ({ code: 'waiting', cpuShare })
  assert.match(warningRangeText([waiting(0.601), waiting(0.604)]), /only 60 % of/)
  assert.match(warningRangeText([waiting(0.604), waiting(0.21)]), /only 21 to 60 % of/)
})

test('warningRangeText keeps a number of four digits in one piece', () => {
  const late = (iterations: number): Warning => ({
    ...{ code: 'late-speed-up', times: 2, iterations, durationNs: 1e9 },
  })
  assert.match(
    warningRangeText([late(15_700), late(2100)]),
    /after about 2,100 to 16,000 iterations \(1\.0 s\)/,
  )
})

test('warningRangeText names the unit of durations once where both ends have the same', () => {
  const short = (leastNs: number): Warning => ({ code: 'call-too-short', leastNs })
  assert.match(warningRangeText([short(20e3), short(12e3)]), /resolves at least 12\.0 to 20\.0 us$/)
  assert.match(warningRangeText([short(20e3), short(1.2e6)]), /resolves at least 20\.0 us to 1\.20 ms$/)
  assert.match(warningRangeText([short(1e3), short(1e6)]), /resolves at least 1\.00 us to 1\.00 ms$/)
})

test('warningText counts collections in words', () => {
  const few = (collections: number): Warning => ({
    ...{ code: 'too-few-collections', collections, iterations: 200 },
  })
  assert.match(warningText(few(0)), /^no collection in 200/)
  assert.match(warningText(few(1)), /^1 collection in 200/)
  assert.match(warningRangeText([few(0), few(3)]), /^0 to 3 collections in 200/)
})

test('warningText says of idle flags with which flags they are idle, and uses the plural for several', () => {
  const idle = (flags: string, beside: string) => warningText({ code: 'idle-flags', flags, beside })
  assert.match(
    idle('--no-opt', '--jitless'),
    /^--no-opt changes nothing in this build together with --jitless: .* it$/,
  )
  assert.match(idle('--opt --maglev', ''), /^--opt --maglev change nothing in this build: .* without them$/)
})

test('warningRangeText refuses to word nothing', () => {
  assert.throws(() => warningRangeText([]), RangeError)
})
