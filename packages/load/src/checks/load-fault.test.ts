import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FaultCounter, faultKindOf } from './load-fault.ts'

function errorWith(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code })
}

test('faultKindOf tells what the kernel and undici say apart', () => {
  const kinds = [
    'ECONNREFUSED',
    'ECONNRESET',
    'UND_ERR_SOCKET',
    'EADDRNOTAVAIL',
    'EMFILE',
    'ENFILE',
    'EOTHER',
  ]
  assert.deepEqual(
    kinds.map(code => faultKindOf(errorWith(code))),
    ['refused', 'reset', 'reset', 'no-ports', 'no-files', 'no-files', 'other'],
  )
  assert.equal(faultKindOf(new Error('outer', { cause: errorWith('EMFILE') })), 'no-files')
})

test('FaultCounter counts by kind, the most frequent first, with the first example', () => {
  const counter = new FaultCounter()
  counter.addError(errorWith('ECONNRESET'))
  for (let port = 0; port < 3; port++) counter.addError(errorWith('EADDRNOTAVAIL'))
  counter.add('wrong-status', '500 for 200')
  counter.add('wrong-status', '404 for 200')
  assert.deepEqual(
    counter.faults().map(({ kind, count }) => [kind, count]),
    [
      ['no-ports', 3],
      ['wrong-status', 2],
      ['reset', 1],
    ],
  )
  const [ports, status] = counter.faults()
  assert.match(ports?.message ?? '', /^no local port was free for a connection 3 times: wait/)
  assert.match(status?.message ?? '', /2 times \(500 for 200\)$/)
})
