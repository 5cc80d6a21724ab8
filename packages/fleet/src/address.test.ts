import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { addressOf } from './address.ts'

const NONE = { address: null, file: null }

test('addressOf takes the command line before a file, and a file before the environment', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-address-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'address')
  writeFileSync(file, 'postgres://a:secret@file/x\n')
  const environment = { STEELYARD_FLEET: 'postgres://a:secret@variable/x', STEELYARD_FLEET_FILE: file }
  assert.equal(
    await addressOf({ address: 'postgresql://a@line/x', file }, environment),
    'postgresql://a@line/x',
  )
  assert.equal(await addressOf({ address: null, file }, {}), 'postgres://a:secret@file/x')
  assert.equal(await addressOf(NONE, environment), 'postgres://a:secret@file/x')
  assert.equal(
    await addressOf(NONE, { STEELYARD_FLEET: environment.STEELYARD_FLEET }),
    'postgres://a:secret@variable/x',
  )
})

test('addressOf takes sockets and settings of TLS', async () => {
  for (const address of [
    'postgres:///x?host=/run/postgresql',
    'postgres://a@/x?host=/run/postgresql',
    'postgres://a@host:5433/x?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://[::1]/x',
  ]) {
    assert.equal(await addressOf({ address, file: null }, {}), address)
  }
})

test('addressOf refuses a password where others read it, and quotes nothing', async () => {
  for (const address of [
    'postgres://a:secret@host/x',
    'postgres://host/x?password=secret',
    'postgres://:secret@host/x',
  ]) {
    await assert.rejects(addressOf({ address, file: null }, {}), {
      message: /^Cannot take a password from the command line: (?!.*secret)/,
    })
  }
  for (const address of ['mysql://a:secret@host/x', 'secret', 'postgres://a:secret@ho st/x']) {
    await assert.rejects(addressOf(NONE, { STEELYARD_FLEET: address }), {
      message: /^Cannot read the address of the fleet in STEELYARD_FLEET: (?!.*secret)/,
    })
  }
  await assert.rejects(addressOf(NONE, {}), /no address of its database was given/)
  await assert.rejects(
    addressOf({ address: null, file: '/no/such' }, {}),
    /^FleetError: Cannot read \/no\/such: ENOENT/,
  )
})
