// Catches a doctor that misses a machine's bias, or whose record no run reads. Less time has too few launches for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CalibrationRecord, validateRecord } from '@steelyard/record'
import { newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

test('bench doctor keeps what it finds, and a run says that it was measured', linux, async t => {
  const bench = newBench(t)
  const visited = await bench.run(
    'doctor',
    '--runtime',
    'node',
    '--time',
    '100',
    '--seed',
    '2',
    '--json',
    '-',
  )
  assert.equal(visited.code, 0, visited.stderr)
  const calibration = JSON.parse(visited.stdout) as CalibrationRecord
  assert.deepEqual(
    calibration.targets[0]?.equals.map(({ case: caseId }) => caseId),
    ['compute', 'allocate', 'await'],
  )
  assert.ok(calibration.bias.allowance > 0)
  assert.match(visited.stderr, /Bias allowance/)
  assert.match(visited.stderr, /Time: stalls of core/)
  for (const { meter, sharing } of calibration.stalls ?? []) {
    if (meter !== null && sharing) assert.ok(sharing.glances > 0 && sharing.usedShare <= 1)
  }
  const { stdout } = await bench.run(
    ...['trig', '--case', 'sin-*', '--runtime', 'node', '--quick', '--time', '5', '--json', '-', '--no-save'],
  )
  const { doctor, comparisons } = validateRecord(JSON.parse(stdout))
  assert.deepEqual(
    [doctor?.biasAllowance, doctor?.visitedAt],
    [calibration.bias.allowance, calibration.visitedAt],
  )
  // On a slow machine too few launches tell kinds of work apart.
  const noKind = (calibration.bias.kinds ?? []).length > 0 ? null : undefined
  for (const { biasAllowance, biasSource, biasKind } of comparisons) {
    assert.deepEqual([biasAllowance, biasSource, biasKind], [calibration.bias.allowance, 'measured', noKind])
  }
})
