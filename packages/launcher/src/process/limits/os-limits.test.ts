import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRemedy } from './os-limits.ts'

const NO_PORT = [
  'connect EADDRNOTAVAIL 127.0.0.1:40000 - Local (0.0.0.0:0)',
  'listen EADDRINUSE: address already in use 127.0.0.1',
  'Address already in use (os error 98)',
  'Failed to start server. Is port 0 in use?',
  'Socket "http": bind(): Address already in use (os error 98)',
]
for (const message of NO_PORT) {
  test(`withRemedy recognizes that no port is free: ${message}`, () => {
    assert.equal(
      withRemedy(message),
      `${message} (no local port is free: wait a minute, or widen net.ipv4.ip_local_port_range)`,
    )
  })
}

for (const message of ['spawn mkfifo EMFILE', 'accept(): Too many open files (os error 24)']) {
  test(`withRemedy recognizes that no file can be opened: ${message}`, () => {
    assert.match(withRemedy(message), / \(no more files can be opened: raise the limit .*\)$/)
  })
}

for (const message of [
  'listen EADDRINUSE: address already in use :::3000',
  'listen EADDRINUSE: address already in use 127.0.0.1:8080',
  'Failed to start server. Is port 3000 in use?',
  'connect ECONNREFUSED 127.0.0.1:80',
]) {
  test(`withRemedy keeps a message about no OS limit: ${message}`, () => {
    assert.equal(withRemedy(message), message)
  })
}
