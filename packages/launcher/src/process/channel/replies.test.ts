import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from '@steelyard/harness/protocol'
import fc from 'fast-check'
import { LaunchError } from '../launch-error.ts'
import { readHello, readReply } from './replies.ts'

const observed = { id: 7, hostNs: 1e6, clockSlackNs: 100 }
const server = {
  ...{ apps: { one: { module: 'one.ts' } }, measure: 'load', path: '/', answer: {} },
  ...{ beside: null, upstream: null },
}
const suite = {
  ...{ name: 'a-suite', question: 'Which?', params: { size: [1, 'two', true] }, compare: 'cases' },
  ...{
    baseline: 'one',
    cases: ['one', 'two'],
    unsupported: { one: { workerd: 'no' } },
    across: null,
    hasExpected: false,
  },
  ...{ perCall: ['two'], memory: false, server: null },
}
const measurement = {
  ...{ headlineNs: 1, minNs: 1, p50Ns: 1, p99Ns: 1, maxNs: 1, samples: 1, iterations: 1, emptyNs: 0 },
}

const right: readonly (readonly [Command, object])[] = [
  [{ type: 'load' }, { type: 'loaded', suite }],
  [{ type: 'load' }, { type: 'loaded', suite: { ...suite, server } }],
  [
    { type: 'source', caseId: 'one', params: {} },
    { type: 'sourced', text: '' },
  ],
  [{ type: 'clock' }, { type: 'clocked', resolutionNs: 1 }],
  [
    { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null },
    { type: 'prepared', async: false, digest: '0123456789abcdef', preview: '' },
  ],
  [{ type: 'lead-in', iterations: 1 }, { type: 'led-in' }],
  [
    { type: 'lead-in', iterations: 1 },
    { type: 'led-in', iterationsRun: 7 },
  ],
  [
    { type: 'run', iterations: 1 },
    { type: 'ran', durationNs: 1e6, clockNs: 0 },
  ],
  [
    { type: 'run', iterations: 0 },
    { type: 'ran', durationNs: -99, clockNs: 1e6 },
  ],
  [
    { type: 'run-empty', iterations: 1 },
    { type: 'ran', durationNs: 5, clockNs: 0 },
  ],
  [
    { type: 'measure', timeMs: 1 },
    { type: 'measured', measurement },
  ],
  [
    { type: 'measure', timeMs: 1 },
    { type: 'measured', measurement: null },
  ],
  [{ type: 'recheck' }, { type: 'rechecked', digest: '0123456789abcdef' }],
  [
    { type: 'calls', timeMs: 1, atMost: 2 },
    { type: 'called', callsNs: [1, 2], emptyNs: [] },
  ],
  [
    { type: 'heap', collect: false },
    { type: 'heap', externalBytes: null },
  ],
]

function isRefused(work: () => unknown, why?: RegExp): void {
  assert.throws(work, error => {
    assert.ok(error instanceof LaunchError, String(error))
    if (why) assert.match(error.message, why)
    return true
  })
}

test('readReply accepts every valid reply to its command', () => {
  for (const [command, reply] of right) {
    assert.deepEqual(readReply(command, JSON.stringify({ ...reply, id: 7 }), observed), { ...reply, id: 7 })
  }
})

test('readReply refuses a reply with the number of another command, or none', () => {
  for (const [command, reply] of right) {
    isRefused(
      () => readReply(command, JSON.stringify({ ...reply, id: 8 }), observed),
      /in reply to something else/,
    )
    isRefused(() => readReply(command, JSON.stringify(reply), observed), /in reply to something else/)
  }
})

test('readReply refuses the reply to another command', () => {
  for (const [command, { type: own }] of right as [Command, { type: string }][]) {
    for (const [, reply] of right as [Command, { type: string }][]) {
      if (reply.type === own) continue
      isRefused(() => readReply(command, JSON.stringify({ ...reply, id: 7 }), observed), /is of the type/)
    }
  }
})

test('readReply refuses a field that is missing or of another kind, at any depth', () => {
  const strange = [undefined, null, '1e6', -5e6, 1e308, [], {}, [[1]], { a: 1 }]
  for (const [command, reply] of right) {
    for (const [field, value] of Object.entries(reply)) {
      // Only these may be missing, and only those may be null.
      const allowed =
        field === 'iterationsRun'
          ? [undefined]
          : ['measurement', 'externalBytes'].includes(field)
            ? [null]
            : []
      for (const other of strange) {
        if (allowed.some(each => each === other) || JSON.stringify(other) === JSON.stringify(value)) continue
        if (Array.isArray(value) && Array.isArray(other) && other.length === 0) continue
        // Any text will do for a text; a digest has a form.
        if (typeof value === 'string' && typeof other === 'string' && field !== 'digest') continue
        const text = JSON.stringify({ ...reply, [field]: other, id: 7 })
        isRefused(() => readReply(command, text, observed))
      }
    }
  }
})

test('readReply refuses a time that the host has not seen pass', () => {
  const ran = (durationNs: number, clockNs = 0) =>
    readReply(
      { type: 'run', iterations: 1 },
      JSON.stringify({ type: 'ran', durationNs, clockNs, id: 7 }),
      observed,
    )
  assert.equal(ran(1e6 + 100).durationNs, 1e6 + 100)
  isRefused(() => ran(1e6 + 101), /durationNs is 1000101/)
  isRefused(() => ran(-101), /durationNs is -101/)
  // The cost of reading a clock is estimated; the sampler takes off no more than the host saw beyond the batch.
  assert.equal(ran(0, 2e10).clockNs, 2e10)
  isRefused(() => ran(0, 2e13), /clockNs/)
  isRefused(() => ran(0, -1), /clockNs/)
  const calls = (callsNs: number[]) =>
    readReply(
      { type: 'calls', timeMs: 1, atMost: 2 },
      JSON.stringify({ type: 'called', callsNs, emptyNs: [], id: 7 }),
      observed,
    )
  isRefused(() => calls([1, 2e6]), /callsNs/)
  isRefused(() => calls([1, 2, 3]), /callsNs/)
})

test('readReply refuses every other text with a LaunchError, and never fails otherwise', () => {
  const commands = right.map(([command]) => command)
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('', 'null', '7', '[]', '{}', '{"type":"ran"}'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...commands), anything, (command, text) => {
      isRefused(() => readReply(command, text, observed))
    }),
  )
})

test('readReply reports what failed in the suite, in one short line', () => {
  const failed = {
    type: 'failed',
    phase: 'setup',
    message: `no ${'x'.repeat(5000)}\nmore`,
    stack: 'y'.repeat(9000),
  }
  try {
    readReply({ type: 'load' }, JSON.stringify({ ...failed, id: 7 }), observed)
    assert.fail('it was taken')
  } catch (error) {
    assert.ok(error instanceof LaunchError)
    assert.equal(error.failure, 'failed')
    assert.match(error.message, /^threw in setup: no x+$/)
    assert.ok(error.message.length < 1100 && error.output.length <= 4000)
  }
})

test('readHello accepts a process and its cores, and nothing else', () => {
  const hello = { type: 'hello', pid: 12, hardwareConcurrency: null }
  assert.deepEqual(readHello(JSON.stringify(hello)), hello)
  for (const other of [
    { pid: '12' },
    { pid: -1 },
    { pid: 1.5 },
    { hardwareConcurrency: 0 },
    { type: 'ran' },
  ]) {
    isRefused(() => readHello(JSON.stringify({ ...hello, ...other })))
  }
})
