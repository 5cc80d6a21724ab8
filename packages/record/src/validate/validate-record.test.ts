import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementSample } from '../fixtures/agreement-sample.ts'
import { compareSample } from '../fixtures/compare-sample.ts'
import { profileSample } from '../fixtures/profile-sample.ts'
import { sampleRecord } from '../fixtures/sample-record.ts'
import { serverSample } from '../fixtures/server-sample.ts'
import type { RunRecord } from '../record.ts'
import { validateRecord } from './validate-record.ts'

test('validateRecord returns the record it was given', () => {
  const record = sampleRecord()
  assert.equal(validateRecord(record), record)
})

test('validateRecord accepts a field it does not know', () => {
  const record = sampleRecord()
  assert.doesNotThrow(() => validateRecord({ ...record, note: 'from a later version' }))
})

test('validateRecord accepts a warning with a code and figures that it does not know', () => {
  const record = structuredClone(sampleRecord()) as unknown as Loose
  record.results[0].warnings = [{ code: 'from-a-later-version', wobbleShare: 0.5, who: 'x', restNs: null }]
  assert.doesNotThrow(() => validateRecord(record))
})

function auditOf(samples: number) {
  return { waitedNs: 0, preemptions: samples, stolenNs: null, moved: 2, contended: [0, samples - 1] }
}

test('validateRecord accepts launches with an audit or without CPU time, and ratios without what it labels', () => {
  const record = structuredClone(sampleRecord()) as unknown as Loose
  for (const { launches } of record.results) {
    for (const launch of launches) launch.audit = auditOf(launch.wallNs.length)
  }
  record.results[0].launches[0].cpuNs = null
  record.results[0].contendedShare = 0.25
  record.comparisons[0].uncontendedRatio = record.comparisons[0].ratio
  assert.doesNotThrow(() => validateRecord(record))
})

refuses(serverSample, {
  'a server with fewer turns than samples': {
    break: record => record.results[0].server.launches[0].turns.requests.pop(),
    says: /results\[0\]\.server\.launches\[0\]\.turns\.requests has 5 entries, expected 6/,
  },
})

refuses(sampleRecord, {
  'a missing field': {
    break: record => delete record.results[0].wallNs,
    says: /results\[0\]\.wallNs is missing/,
  },
  'a warning without its code': {
    break: record => (record.results[0].warnings = [{ launches: 3, of: 12 }]),
    says: /results\[0\]\.warnings\[0\]\.code is missing/,
  },
  'a malformed figure of a warning': {
    break: record => (record.environment.warnings = [{ code: 'one-core', cores: [1] }]),
    says: /environment\.warnings\[0\]\.cores is an array, expected number or string or null/,
  },
  'a missing field at the top': { break: record => delete record.seed, says: /record: seed is missing/ },
  'a wrong type': {
    break: record => (record.seed = '42'),
    says: /seed is "42", expected integer/,
  },
  'a number where an estimate or null stands': {
    break: record => (record.results[0].wallNs = 5),
    says: /results\[0\]\.wallNs is 5, expected object or null\. Compare/,
  },
  'a fault inside an estimate that could be null': {
    break: record => (record.results[0].cpuNs.lower = null),
    says: /results\[0\]\.cpuNs\.lower is null, expected number/,
  },
  'a time that is not a number': {
    break: record => (record.results[0].launches[1].wallNs[2] = Number.NaN),
    says: /results\[0\]\.launches\[1\]\.wallNs\[2\] is NaN, expected number/,
  },
  'a sample of more years than a run has': {
    break: record => (record.results[0].launches[1].wallNs[2] = 1e308),
    says: /results\[0\]\.launches\[1\]\.wallNs\[2\] is 1e\+308, expected a number <= 1000000000000000000/,
  },
  'a CPU time of more years than a run has': {
    break: record => (record.results[0].launches[1].cpuNs[1] = 1e308),
    says: /results\[0\]\.launches\[1\]\.cpuNs\[1\] is 1e\+308, expected a number <= 1000000000000000000/,
  },
  'a threshold of nothing': {
    break: record => (record.comparisons[0].threshold = 0),
    says: /comparisons\[0\]\.threshold is 0, expected a number > 0/,
  },
  'an infinite interval': {
    break: record => (record.comparisons[0].ratio.upper = Number.POSITIVE_INFINITY),
    says: /comparisons\[0\]\.ratio\.upper is Infinity, expected number/,
  },
  'an unknown verdict': {
    break: record => (record.comparisons[0].verdict = 'worse'),
    says: /comparisons\[0\]\.verdict is "worse", expected one of "faster", "slower", "same", "inconclusive", null/,
  },
  'an instant that is not ISO 8601': {
    break: record => (record.startedAt = 'yesterday'),
    says: /startedAt is "yesterday", expected text that matches/,
  },
  'a level that is not a share': {
    break: record => (record.comparisons[0].ratio.level = 95),
    says: /comparisons\[0\]\.ratio\.level is 95, expected a number < 1/,
  },
  'a wait that is less than none': {
    break: record => {
      const launch = record.results[0].launches[1]
      launch.audit = { ...auditOf(launch.wallNs.length), waitedNs: -1 }
    },
    says: /results\[0\]\.launches\[1\]\.audit\.waitedNs is -1, expected/,
  },
  'a list that is longer than its samples': {
    break: record => record.results[0].launches[1].order.push(99),
    says: /results\[0\]\.launches\[1\]\.order has 7 entries, expected 6/,
  },
  'a label on a sample that is not there': {
    break: record => {
      const launch = record.results[0].launches[1]
      launch.audit = { ...auditOf(launch.wallNs.length), contended: [6] }
    },
    says: /results\[0\]\.launches\[1\]\.audit\.contended names sample 6, expected one of the 6/,
  },
  'an instant of no calendar': {
    break: record => (record.startedAt = '2026-99-01T00:00:00.000Z'),
    says: /startedAt is "2026-99-01T00:00:00\.000Z", expected an instant/,
  },
  'an unknown target': {
    break: record => (record.results[3].target = 'node@1'),
    says: /results\[3\]\.target is "node@1", expected a target id of this record/,
  },
  'an unknown suite': {
    break: record => (record.comparisons[1].suite = 'other'),
    says: /comparisons\[1\]\.suite is "other", expected a suite name of this record/,
  },
  'a verdict that no look gave, in a partial record': {
    break: record => (record.status = 'partial'),
    says: /comparisons\[0\]\.verdict is there without a look, expected null in a partial record/,
  },
  'timers that are said to agree, in a partial record': {
    break: record => {
      record.status = 'partial'
      record.comparisons = []
      record.agreements = [
        { ...agreementSample().agreements[0], suite: record.suites[0].name, agrees: null },
        { ...agreementSample().agreements[0], suite: record.suites[0].name, agrees: false },
      ]
    },
    says: /agreements\[1\]\.agrees is there, expected null in a partial record/,
  },
  'two targets with one id': {
    break: record => (record.targets[1].id = record.targets[0].id),
    says: /targets\[1\]\.id is "node@26.10.0" a second time, expected unique/,
  },
  'lists of a launch that differ in length': {
    break: record => record.results[0].launches[2].order.pop(),
    says: /results\[0\]\.launches\[2\]\.order has 5 entries, expected 6/,
  },
  'a window given up whose lists differ in length': {
    break: record => {
      const [launch] = record.results[0].launches
      launch.early = [launch, { ...launch, cpuNs: [1] }].map(({ early, ...window }) => window)
    },
    says: /results\[0\]\.launches\[0\]\.early\[1\]\.cpuNs has 1 entries, expected 6, one for each sample in wallNs/,
  },
})

refuses(profileSample, {
  'a profile of an unknown target': {
    break: record => (record.profiles[1].target = 'node@1'),
    says: /profiles\[1\]\.target is "node@1", expected a target id of this record/,
  },
  'a function that is called by one after it': {
    break: record => (record.profiles[0].stacks[1].caller = 1),
    says: /profiles\[0\]\.stacks\[1\]\.caller is 1, expected a number below 1/,
  },
  'a second function without a caller': {
    break: record => (record.causes[0].frames[1].caller = null),
    says: /causes\[0\]\.frames\[1\]\.caller is null, expected a number below 1/,
  },
  'shares that are not one for each function': {
    break: record => (record.profiles[0].launches[1].self = [1]),
    says: /profiles\[0\]\.launches\[1\]\.self has 1 entries, expected 2, one for each node in stacks/,
  },
  'a first function with a caller': {
    break: record => (record.profiles[0].stacks[0].caller = 0),
    says: /profiles\[0\]\.stacks\[0\]\.caller is 0, expected null for the first/,
  },
})

refuses(compareSample, {
  'a base that is no target': {
    break: record => (record.compared.base = 'node@1'),
    says: /record: compared\.base is "node@1", expected a target id of this record/,
  },
  'a head that is no target': {
    break: record => (record.compared.heads[1] = 'node@1'),
    says: /record: compared\.heads\[1\] is "node@1", expected a target id of this record/,
  },
  'a build of the base that is no target': {
    break: record => (record.compared.rebuilt = 'node@1'),
    says: /record: compared\.rebuilt is "node@1", expected a target id of this record/,
  },
  'a flag that was measured on no target': {
    break: record => (record.attributions[0].flags[1].without = 'node@1'),
    says: /record: attributions\[0\]\.flags\[1\]\.without is "node@1", expected a target id of this record/,
  },
  'two suites with one name': {
    break: record => record.suites.push(record.suites[0]),
    says: /suites\[\d\]\.name is "json-reviver" a second time, expected unique/,
  },
})

for (const value of [null, [], 'text', 5]) {
  test(`validateRecord refuses ${JSON.stringify(value)}`, () => {
    assert.throws(() => validateRecord(value), {
      name: 'SyntaxError',
      message: /the record is .*, expected object/,
    })
  })
}

/** Tests that a record is accepted, and each fault in it refused. */
function refuses(
  sample: () => RunRecord,
  faults: Readonly<Record<string, { readonly break: (record: Loose) => void; readonly says: RegExp }>>,
): void {
  for (const [what, fault] of Object.entries(faults)) {
    test(`validateRecord names the field of ${what}`, () => {
      assert.doesNotThrow(() => validateRecord(sample()))
      const record = structuredClone(sample()) as unknown as Loose
      fault.break(record)
      assert.throws(() => validateRecord(record), { name: 'SyntaxError', message: fault.says })
    })
  }
}

/** A record that may be broken at will. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to write what the types forbid
type Loose = Record<string, any>
