import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  CALIBRATION_SCHEMA,
  type CalibrationRecord,
  readCalibration,
  writeCalibration,
} from './calibration-record.ts'
import { ZEN5_MACHINE } from './fixtures/machine-sample.ts'
import { sampleRecord } from './fixtures/sample-record.ts'
import type { EnvironmentRecord } from './record.ts'

const ZEN5 = ZEN5_MACHINE.cpu
const MACHINE: EnvironmentRecord = { ...sampleRecord().environment, ...ZEN5_MACHINE }

const VISIT: CalibrationRecord = {
  schema: CALIBRATION_SCHEMA,
  visitedAt: '2026-11-21T09:00:00.000Z',
  steelyard: { version: '0.1.0', commit: null },
  environment: MACHINE,
  ...{ seed: 1, seconds: 60, load: 0, stolenShare: null, targets: [], parts: [], stalls: [] },
  bias: { allowance: 0.001, equalsRatio: 1, equalsBound: 0.001, launches: 20, differing: [], kinds: [] },
}

test('a calibration of another version, and one with a negative allowance, are none', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = await writeCalibration(folder, VISIT)
  const bias = { ...VISIT.bias, allowance: -1 }
  for (const other of [{ schema: 'steelyard/calibration@0' }, { bias }]) {
    await writeFile(file, JSON.stringify({ ...VISIT, ...other }))
    assert.equal(await readCalibration(folder, MACHINE), null)
  }
})

test('a calibration is of one CPU, and of no other one with the same name', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeCalibration(folder, VISIT)
  assert.deepEqual(await readCalibration(folder, MACHINE), VISIT)
  const others = [{ family: 25 }, { model: 17 }, { stepping: 0 }, { vendor: 'HygonGenuine' }]
  for (const other of others) {
    assert.equal(await readCalibration(folder, { ...MACHINE, cpu: { ...ZEN5, ...other } }), null)
  }
  assert.equal(await readCalibration(folder, { ...MACHINE, cpu: null }), null)
})

test('a calibration of an unidentified CPU is kept, and no other file is left', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  const environment = { ...MACHINE, cpu: null }
  await writeCalibration(folder, { ...VISIT, environment })
  assert.notEqual(await readCalibration(folder, environment), null)
  assert.equal((await readdir(folder)).length, 1)
})

test('a calibration is of one installation and one cpuId, and of no other machine that is alike', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeCalibration(folder, VISIT)
  for (const other of [
    { ...MACHINE, installationId: '00000000-5398-46ec-9868-e551566a6cdd' },
    { ...MACHINE, cpuId: 'zen5-26.2-000000' },
    { ...MACHINE, cpuId: null },
    { ...MACHINE, cpuModel: 'another' },
    { ...MACHINE, kernel: '0.1' },
    { ...MACHINE, cores: 1000 },
    { ...MACHINE, affinity: 'all' as const },
    { ...MACHINE, installationId: null },
  ]) {
    assert.equal(await readCalibration(folder, other), null)
  }
})

test('a machine without an id of its installation keeps no calibration, with the reason', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  const environment = { ...MACHINE, installationId: null }
  await assert.rejects(writeCalibration(folder, { ...VISIT, environment }), /Set XDG_STATE_HOME/)
  assert.deepEqual(await readdir(folder), [])
})

test('a calibration that cannot be kept names its file and what to set', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(writeCalibration(join(folder, 'file'), VISIT), ({ message, cause }: Error) => {
    assert.match(message, /^Cannot keep the calibration in .*file.*\.json: .*EEXIST.*\. Set XDG_CACHE_HOME/)
    return cause instanceof Error
  })
})

test('a calibration that was kept before there were such ids is ignored', async t => {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-visit-'))
  t.after(() => rm(folder, { recursive: true }))
  // The name that such a calibration of this machine had.
  const { cpuModel, kernel, cores, affinity } = MACHINE
  const key = createHash('sha256')
    .update(JSON.stringify([cpuModel, kernel, cores, affinity, ...Object.values(ZEN5)]))
    .digest('hex')
  const file = join(folder, `${key.slice(0, 16)}.json`)
  await writeFile(file, JSON.stringify(VISIT))
  assert.equal(await readCalibration(folder, MACHINE), null)
  assert.equal(JSON.parse(await readFile(file, 'utf8')).schema, CALIBRATION_SCHEMA)
})
