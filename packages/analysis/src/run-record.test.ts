import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRun, type Preparation, type RunOptions } from '@steelyard/measure'
import type { ComparisonRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { builderWarnings, type Circumstances, ESTIMATOR, recordOf } from './run-record.ts'

const sample = compareSample()
const [comparison] = sample.comparisons as [ComparisonRecord]
const [target] = sample.targets as [TargetRecord]

function build(
  id: string,
  source: 'npm' | 'path',
  sha = id,
  build: TargetRecord['build'] = {},
): TargetRecord {
  return { ...target, id, binary: { ...target.binary, source, sha256: sha.padEnd(64, '0') }, build }
}

function codesOf(
  [base, head, ...others]: readonly TargetRecord[],
  [lower, upper]: readonly [number, number],
  rebuilt: string | null = null,
): readonly string[] {
  assert.ok(base && head)
  const compared = { base: base.id, heads: [head.id], rebuilt, evidence: false, minimumLaunches: 10 }
  const ratio = { ...comparison.ratio, value: lower, lower, upper }
  const asked = { ...comparison, base: base.id, head: head.id, ratio }
  return builderWarnings(asked, compared, [base, head, ...others]).map(({ code }) => code)
}

const [npm, local] = [build('a', 'npm'), build('b', 'path')]

test('builderWarnings warns of a local build against one of the registry, whichever is the base', () => {
  assert.deepEqual(codesOf([npm, local], [1.2, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([local, npm], [1.2, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([npm, build('b', 'npm')], [1.2, 1.3]), [])
  assert.deepEqual(codesOf([local, build('a', 'path')], [1.2, 1.3]), [])
  assert.deepEqual(codesOf([npm, { ...local, runtime: 'bun' }], [1.2, 1.3]), [])
})

test('builderWarnings asks for the base rebuilt where the interval reaches under ten percent', () => {
  const small = ['other-builder-small']
  assert.deepEqual(codesOf([npm, local], [1.099, 1.3]), small)
  assert.deepEqual(codesOf([npm, local], [1.101, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([npm, local], [0.6, 0.911]), small)
  assert.deepEqual(codesOf([npm, local], [0.6, 0.908]), ['other-builder'])
  assert.deepEqual(codesOf([npm, local], [0.5, 2]), small)
})

test('builderWarnings is silent for the same program, also behind a script', () => {
  assert.deepEqual(codesOf([npm, build('b', 'path', 'a')], [1, 1]), [])
  const script = build('s', 'path', 's', { executableSha256: npm.binary.sha256 ?? '' })
  assert.deepEqual(codesOf([npm, script], [1, 1]), [])
})

test('builderWarnings has none where the base was rebuilt, unless that is the base itself', () => {
  const rebuilt = build('c', 'path')
  assert.deepEqual(codesOf([npm, local, rebuilt], [1, 1], 'c'), [])
  assert.deepEqual(codesOf([npm, rebuilt, local], [1, 1], 'c'), [])
  assert.deepEqual(codesOf([npm, local, build('c', 'npm', 'a')], [1, 1], 'c'), ['other-builder-small'])
})

const MADE = {
  ...{ hardwareConcurrency: 4, clockResolutionNs: 42, warnings: [] },
}

/** Two builds of node, the second from a file. */
function preparation(calibration: Preparation['calibration'] = null): Preparation {
  const named = [npm, local].map(({ id, binary }) => ({
    id,
    target: {
      spec: { flags: [`--${id}`], environment: { NAME: id } },
      runner: { name: 'node', engineName: 'v8' },
      ...{ source: binary.source, sha256: binary.sha256, version: '26', engineVersion: '15' },
      compatibilityDate: null,
    },
  }))
  const suite = {
    loaded: {
      description: { name: 'made', question: 'Which?', descriptions: { one: 'it' } },
      bundle: { sha256: 'bb' },
    },
    plan: { by: 'targets', baseline: 'one' },
    codeSha256: 'cc',
  }
  return {
    ...{ targets: named, facts: [MADE], machine: { environment: sample.environment } },
    ...{ calibration, suites: [suite, suite] },
  } as unknown as Preparation
}

function recorded(
  selection: Partial<RunOptions['selection']> = {},
  circumstances: Partial<Circumstances> = {},
  calibration: Preparation['calibration'] = null,
) {
  const findings = {
    ...{ channels: [{ channelCostNs: 5, channelCpuNs: 6 }], results: [], attributions: [], timers: [] },
    comparisons: [{ ...comparison, base: npm.id, head: local.id, warnings: [] }],
    ...{ agreements: [], profiles: [PROFILE], causes: [] },
  }
  return recordOf(['run'], bareRun({ selection, rules: { seed: 9 } }), preparation(calibration), findings, {
    ...{ id: 'made-1a2b3c', startedAt: '2026-11-21T09:00:00.000Z' },
    ...{
      steelyard: { version: '1', commit: null },
      earlyEnd: null,
      suiteCount: 1,
      builds: [],
      ...circumstances,
    },
  })
}

const FILE = { path: 'one.cpuprofile', format: 'cpuprofile', sha256: 'dd', bytes: 1 } as const
const PROFILE = {
  ...{
    suite: 'made',
    case: 'one',
    params: {},
    target: npm.id,
    intervalUs: 200,
    stacks: [],
    nativeMissing: null,
  },
  launches: [{ iterationNs: 1, slowdown: 1, samples: 1, places: [], files: [FILE], self: [], below: [] }],
  native: null,
}

test('recordOf says of a run what it was, by which estimator, and how it ended', () => {
  const record = recorded()
  const { status, command, seed, startedAt, finishedAt, steelyard, doctor, compared, rerunOf } = record
  assert.deepEqual(
    [status, command, seed, doctor, compared, rerunOf],
    ['complete', ['run'], 9, null, null, null],
  )
  assert.equal(startedAt, '2026-11-21T09:00:00.000Z')
  assert.ok(Date.parse(finishedAt) > Date.parse(startedAt))
  assert.deepEqual(steelyard, { version: '1', commit: null, estimator: ESTIMATOR })
  assert.equal(record.id, 'made-1a2b3c')
  assert.equal(recorded({}, { earlyEnd: 'interrupted' }).status, 'partial')
  assert.equal(recorded({ repeats: { id: 'before' } as RunRecord }).rerunOf, 'before')
  // Without a second side there is no builder to warn of.
  assert.deepEqual(record.comparisons[0]?.warnings, [])
  const [path] = record.profiles[0]?.launches[0]?.files.map(file => file.path) ?? []
  assert.match(path ?? '', /^2026-11-21T09-00-00-made-1a2b3c\.profiles\/one\.cpuprofile$/)
})

test('recordOf has each target with what it reports, and zeros where it reports nothing', () => {
  const build = { elf: null, build: { NAME: 'a' } }
  const { targets } = recorded({}, { builds: [build] })
  assert.deepEqual(
    targets.map(target => [
      ...[target.id, target.channelCostNs, target.channelCpuNs, target.hardwareConcurrency],
      ...[target.clockResolutionNs, target.warnings, target.build],
    ]),
    [
      ['a', 5, 6, 4, 42, [], build.build],
      ['b', 0, null, null, 0, [], null],
    ],
  )
})

test('recordOf has the suites that were begun', () => {
  const { suites } = recorded()
  const suite = {
    ...{ name: 'made', question: 'Which?', compare: 'targets', baseline: 'one', bundleSha256: 'bb' },
    ...{ codeSha256: 'cc', descriptions: { one: 'it' }, adopted: null, code: null },
  }
  assert.deepEqual(suites, [suite])
  assert.deepEqual(recorded({}, { suiteCount: 2 }).suites, [suite, suite])
})

test('recordOf has what was compared with what, and warns of builds by two builders', () => {
  const compare = { heads: [1], rebuilt: null, flags: [], evidence: false }
  const record = recorded({ compare })
  assert.deepEqual(record.compared, {
    base: 'a',
    heads: ['b'],
    rebuilt: null,
    evidence: false,
    minimumLaunches: 5,
  })
  assert.deepEqual(
    record.comparisons[0]?.warnings.map(({ code }) => code.replace('-small', '')),
    ['other-builder'],
  )
  const { compared } = recorded({ compare: { ...compare, rebuilt: 1, evidence: true } })
  assert.deepEqual([compared?.rebuilt, compared?.evidence, compared?.minimumLaunches], ['b', true, 20])
})

test('recordOf has of the calibration what a reader of a comparison needs', () => {
  const spread = { case: 'one', launchSd: 0.1, betweenSd: 0.2, withinSdPerRound: 0.3 }
  const calibration = {
    ...{ visitedAt: '2026-11-20', seconds: 60 },
    bias: { allowance: 0.02, kinds: [{ kind: 'calls', allowance: 0.01, launches: 30, equalsRatio: 1 }] },
    targets: [{ id: 'a', equals: [{ ...spread, ratio: comparison.ratio }] }],
  } as unknown as NonNullable<Preparation['calibration']>
  assert.deepEqual(recorded({}, {}, calibration).doctor, {
    ...{ visitedAt: '2026-11-20', seconds: 60, biasAllowance: 0.02 },
    kinds: [{ kind: 'calls', biasAllowance: 0.01, launches: 30 }],
    spreads: [{ target: 'a', ...spread }],
  })
})
