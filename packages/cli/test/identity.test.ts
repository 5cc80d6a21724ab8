import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { ZEN5_MACHINE } from '@steelyard/record/fixtures/machine-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

const bench = new Bench()
after(() => bench.remove())

const SUITE = join(bench.directory, 'sums.bench.ts')
writeFileSync(
  SUITE,
  `import { suite } from 'steelyard'
export default suite({
  name: 'sums',
  question: 'How long do sums take?',
  setup: () => ({ numbers: Array.from({ length: 1000 }, (_, index) => index) }),
  compare: 'cases',
  baseline: 'loop',
  cases: {
    loop: ({ numbers }) => { let sum = 0; for (const each of numbers) sum += each; return sum },
    reduce: ({ numbers }) => numbers.reduce((sum, each) => sum + each, 0),
  },
})
`,
)

const idFile = () => join(bench.state, 'steelyard', 'installation-id')
const savedId = () => readFileSync(idFile(), 'utf8').trim()

async function recordNow() {
  const { code, stdout, stderr } = await bench.run(
    ...[SUITE, '--case', 'loop', '--runtime', 'node', '--quick', '--json', '-', '--no-save'],
    ...['--time', '1', '--window', '20ms'],
  )
  assert.equal(code, 0, stderr)
  return { record: validateRecord(JSON.parse(stdout)), stderr, stdout }
}

test('a record has which CPU and installation it is of, and names no host', linux, async () => {
  const { record, stdout, stderr } = await recordNow()
  const { environment, suites, steelyard } = record
  assert.match(environment.cpuId ?? '', /^[\w.+-]+-[\da-f]{6}$/)
  assert.equal(environment.installationId, savedId())
  assert.ok((environment.cpuFlags?.length ?? 0) > 3 && (environment.pageBytes ?? 0) >= 4096)
  assert.ok(stderr.replaceAll(/\s+/g, ' ').includes(environment.cpuId ?? '-'), stderr)
  assert.match(suites[0]?.codeSha256 ?? '', /^[\da-f]{64}$/)
  assert.ok((steelyard.estimator ?? 0) >= 1)
  const { mac } = Object.values(os.networkInterfaces()).flatMap(each => each ?? [])[0] ?? { mac: '' }
  for (const name of [mac, machineId()].filter(each => each.replaceAll(/[0:]/g, '') !== '')) {
    assert.ok(!stdout.includes(name), name)
  }
  const { record: again } = await recordNow()
  assert.equal(again.environment.installationId, environment.installationId)
  assert.equal(again.environment.cpuId, environment.cpuId)
})

test('bench history draws no trend over two CPUs, and none over older records', async () => {
  const sample = sampleRecord()
  const record = {
    ...sample,
    steelyard: { ...sample.steelyard, estimator: 1 },
    environment: { ...sample.environment, ...ZEN5_MACHINE },
    suites: sample.suites.map(suite => ({ ...suite, codeSha256: '4e'.repeat(32) })),
  }
  const { environment, suites } = record
  const records = [
    record,
    { ...record, environment: { ...environment, installationId: null } },
    { ...record, suites: suites.map(suite => ({ ...suite, bundleSha256: 'cd'.repeat(32) })) },
    { ...record, environment: { ...environment, cpuId: 'zen3-25.1-0a1b2c' } },
    { ...record, environment: { ...environment, cpuId: null } },
    { ...record, steelyard: { ...record.steelyard, estimator: 99 } },
    { ...record, suites: suites.map(suite => ({ ...suite, codeSha256: 'cd'.repeat(32) })) },
  ]
  for (const [index, each] of records.entries()) {
    writeFileSync(
      join(bench.directory, `record-${index}.json`),
      JSON.stringify({ ...each, id: `record-${index}` }),
    )
  }
  const files = records.map((_each, index) => `record-${index}.json`)
  const { code, stdout, stderr } = await bench.runShared(
    'history',
    suites[0]?.name ?? '',
    ...files,
    '--json',
    '-',
  )
  assert.equal(code, 0, stderr)
  const { settings, apart } = JSON.parse(stdout)
  const counts = settings.map((setting: { readonly records: number }) => setting.records)
  assert.deepEqual(counts.toSorted(), [1, 1, 1, 1, 3])
  assert.deepEqual(apart, ['cpuId', 'estimator', 'codeSha256'])
  const shown = settings[0].series.map(
    (series: { readonly points: readonly { readonly ratio: unknown }[] }) =>
      JSON.stringify(series.points[0]?.ratio),
  )
  const paired = record.comparisons.filter(comparison => comparison.paired)
  assert.deepEqual(shown.toSorted(), paired.map(({ ratio }) => JSON.stringify(ratio)).toSorted())
})

test('doctor --reset-id gives another id at once, and says where none can be kept', async () => {
  const before = existsSync(idFile()) ? savedId() : null
  const { code, stdout } = await bench.runShared('doctor', '--reset-id')
  assert.equal(code, 0)
  assert.notEqual(savedId(), before)
  assert.ok(stdout.includes(savedId()), stdout)

  const elsewhere = join(bench.directory, 'elsewhere')
  writeFileSync(elsewhere, 'no folder')
  const refused = await bench.runSharedWith({ XDG_STATE_HOME: elsewhere }, 'doctor', '--reset-id')
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /^Cannot keep an id of this installation\. Set XDG_STATE_HOME/)
})

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}
