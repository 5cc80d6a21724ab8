import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { allowedCores } from '@steelyard/launcher'
import { CALIBRATION_SCHEMA, type RunRecord, validateRecord, writeCalibration } from '@steelyard/record'
import { Bench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

const bench = new Bench()
after(() => bench.remove())

/** Where calibrations are kept. */
const folder = join(bench.directory, 'cache/steelyard/visits')

test('doctor measures every part, and keeps nothing where it had too little time', linux, async () => {
  const { code, stdout, stderr } = await bench.runShared(
    'doctor',
    '--runtime',
    'node',
    '--time',
    '4',
    '--json',
    '-',
  )
  assert.equal(code, 2, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, /This takes about 4 s: 0 s to see how often cores stand still/)
  assert.match(stderr, /^Cannot tell the bias: there were too few launches of some case\. Raise --time\.$/m)
  assert.equal(existsSync(folder), false)
})

test('a run says what doctor found on this machine', linux, async () => {
  const { environment, steelyard } = await recordOf('-e', '1', '--time', '1', '--window', '20ms')
  const bias = {
    allowance: 0.0031,
    equalsRatio: 1,
    equalsBound: 0.0031,
    launches: 20,
    differing: [],
    kinds: [],
  }
  const visitedAt = '2026-11-21T09:00:00.000Z'
  await writeCalibration(folder, {
    ...{ schema: CALIBRATION_SCHEMA, visitedAt, steelyard, environment, bias },
    ...{ seed: 1, seconds: 60, load: 0, stolenShare: null, targets: [], parts: [], stalls: [] },
  })
  const { doctor, comparisons, results } = await recordOf('trig', '--case', 'sin-*', '--time', '3')
  assert.deepEqual([doctor?.biasAllowance, doctor?.visitedAt], [bias.allowance, visitedAt])
  // A part of a window has two, and the null batches before it have two.
  for (const { sharing } of results.flatMap(({ launches }) => launches)) {
    assert.ok(sharing && sharing.widthRatios.length >= 10, 'the referee looked at the core of each launch')
    assert.ok(allowedCores().includes(sharing.core))
  }
  for (const { biasAllowance, biasSource } of comparisons) {
    assert.deepEqual([biasAllowance, biasSource], [bias.allowance, 'measured'])
  }
})

async function recordOf(...words: string[]): Promise<RunRecord> {
  const { code, stdout, stderr } = await bench.runShared(
    ...[...words, '--runtime', 'node', '--quick', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  return validateRecord(JSON.parse(stdout))
}

test('doctor --dry-run says what it would measure, and measures nothing', async () => {
  const args = ['doctor', '--dry-run', '--runtime', 'node', '--time', '100', '--json', 'new/x.json']
  const { code, stdout } = await bench.runShared(...args)
  assert.equal(code, 0)
  assert.match(stdout, /^This takes about 100 s: .* then for the target .*\nNothing was measured\.\n$/)
  assert.equal(existsSync(join(bench.directory, 'new')), false, 'no folder is made')
})
