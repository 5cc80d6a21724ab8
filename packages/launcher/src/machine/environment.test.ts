import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { test } from 'node:test'
import { machineFacts, vendorIn } from './environment.ts'

test('nothing in the facts of a machine names a host or a person', async () => {
  // A host may be called as its system is.
  const { os: _system, kernel: _kernel, ...facts } = await machineFacts()
  const text = JSON.stringify(facts).toLowerCase()
  const { username, homedir } = os.userInfo()
  const addresses = Object.values(os.networkInterfaces()).flatMap(each => each ?? [])
  const machineId = ['/etc/machine-id', '/proc/sys/kernel/random/boot_id', '/sys/class/dmi/id/product_serial']
  const names = [
    ...[os.hostname(), homedir],
    ...addresses.flatMap(({ address, mac }) => [address, mac]),
    ...machineId.map(file => textOf(file)),
    username,
  ]
  const words = text.split(/[^\w.:-]+/)
  for (const name of names.map(each => each.toLowerCase()).filter(each => each !== '')) {
    // A short one, such as vm, may be in a word by chance.
    assert.ok(!words.includes(name) && (name.length < 6 || !text.includes(name)), name)
  }
})

test('vendorIn takes names that are known, and no other text', () => {
  assert.equal(vendorIn('Model name: AMD EPYC\nHypervisor vendor:                       KVM\n'), 'KVM')
  assert.equal(vendorIn('Hypervisor vendor:  Microsoft\n'), 'Hyper-V')
  assert.equal(vendorIn('Hypervisor vendor:  ada.example.org\n'), null)
  assert.equal(vendorIn(''), null)
})

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
