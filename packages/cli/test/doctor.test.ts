import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCores } from '@steelyard/launcher'
import { type CalibrationRecord, validateRecord } from '@steelyard/record'
import { newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

test('bench doctor keeps what it finds, and a run says that it was measured', linux, async t => {
  const bench = newBench(t)
  const visited = await bench.run('doctor', '--runtime', 'node', '--time', '20', '--seed', '2', '--json', '-')
  if (visited.stderr.includes('too few launches'))
    return t.skip('this machine is too slow for so short a visit')
  assert.equal(visited.code, 0, visited.stderr)
  const calibration = JSON.parse(visited.stdout) as CalibrationRecord
  assert.deepEqual(
    calibration.targets[0]?.equals.map(({ case: caseId }) => caseId),
    ['compute', 'allocate', 'await'],
  )
  assert.ok(calibration.bias.allowance > 0)
  assert.match(visited.stderr, /Bias allowance/)
  const { stdout } = await bench.run(
    ...['trig', '--case', 'sin-*', '--runtime', 'node', '--quick', '--time', '5', '--json', '-', '--no-save'],
  )
  const { doctor, comparisons, results } = validateRecord(JSON.parse(stdout))
  assert.equal(doctor?.biasAllowance, calibration.bias.allowance)
  assert.equal(doctor?.visitedAt, calibration.visitedAt)
  assert.match(visited.stderr, /This takes about 20 s: 1 s to see how often cores stand still/)
  assert.match(visited.stderr, /Time: stalls of core/)
  for (const { meter, sharing } of calibration.stalls ?? []) {
    if (meter !== null && sharing) assert.ok(sharing.glances > 0 && sharing.usedShare <= 1)
  }
  // A part of a window has two, and the null batches before it have two.
  for (const { sharing } of results.flatMap(({ launches }) => launches)) {
    assert.ok(sharing && sharing.widthRatios.length >= 10, 'the referee looked at the core of each launch')
    assert.ok(allowedCores().includes(sharing.core))
  }
  // On a slow machine so short a visit has too few launches to tell kinds of work apart.
  const noKind = (calibration.bias.kinds ?? []).length > 0 ? null : undefined
  for (const { biasAllowance, biasSource, biasKind } of comparisons) {
    assert.deepEqual([biasAllowance, biasSource, biasKind], [calibration.bias.allowance, 'measured', noKind])
  }
})

test('doctor --dry-run says what it would measure, and measures nothing', async t => {
  const bench = newBench(t)
  const { code, stdout } = await bench.run('doctor', '--dry-run', '--runtime', 'node', '--time', '100')
  assert.equal(code, 0)
  assert.match(stdout, /^This takes about 100 s: .* then for the target .*\nNothing was measured\.\n$/)
})
