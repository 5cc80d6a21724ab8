import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  CALIBRATION_SCHEMA,
  type CalibrationRecord,
  readCalibration,
  writeCalibration,
} from './calibration-record.ts'
import { sampleRecord } from './fixtures/sample-record.ts'
import type { EnvironmentRecord } from './record.ts'

const ZEN5 = { vendor: 'AuthenticAMD', family: 26, model: 2, stepping: 1 }
const MACHINE: EnvironmentRecord = { ...sampleRecord().environment, cpuModel: 'AMD EPYC', cpu: ZEN5 }

const VISIT: CalibrationRecord = {
  schema: CALIBRATION_SCHEMA,
  visitedAt: '2026-11-21T09:00:00.000Z',
  steelyard: { version: '0.1.0', commit: null },
  environment: MACHINE,
  ...{ seed: 1, seconds: 60, load: 0, stolenShare: null, targets: [] },
  bias: { allowance: 0.001, equalsRatio: 1, equalsBound: 0.001, launches: 20, differing: [] },
}

test('a calibration is of one CPU, and of no other one with the same name', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeCalibration(folder, VISIT)
  assert.deepEqual(await readCalibration(folder, MACHINE), VISIT)
  const others = [{ family: 25 }, { model: 17 }, { stepping: 0 }, { vendor: 'HygonGenuine' }]
  for (const other of others) {
    assert.equal(await readCalibration(folder, { ...MACHINE, cpu: { ...ZEN5, ...other } }), null)
  }
  const { cpu: _, ...unidentified } = MACHINE
  assert.equal(await readCalibration(folder, unidentified), null)
  assert.equal(await readCalibration(folder, { ...MACHINE, cpu: null }), null)
})

test('a calibration of an unidentified CPU is kept, and no other file is left', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  const environment = { ...MACHINE, cpu: null }
  await writeCalibration(folder, { ...VISIT, environment })
  const { cpu: _, ...older } = MACHINE
  assert.notEqual(await readCalibration(folder, older), null)
  assert.equal((await readdir(folder)).length, 1)
})
