import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractText, gapsText } from './texts.ts'

const GAP = { runtime: 'bun', version: '2.0.0', declared: null, failure: null, wasBefore: false }

test('gapsText names suite, case, runtime and message, and what was foreseen last', () => {
  assert.equal(gapsText([]), 'Declared gaps that changed: none')
  assert.equal(
    gapsText([
      { ...GAP, kind: 'lapsed', subject: 'a/ends' },
      { ...GAP, kind: 'new', subject: 'a/works', failure: 'threw: no' },
      { ...GAP, kind: 'closed', subject: 'timer mitata', declared: 'it cannot', wasBefore: true },
    ]),
    `Declared gaps that changed: 2
  new     a/works on bun@2.0.0: threw: no. Fix it, or declare it.
  closed  timer mitata on bun@2.0.0: it works, but is declared: it cannot. It was so before the bump. Take the declaration out.
Declarations that begin or end with these versions: 1
  lapsed  a/ends on bun@2.0.0: it works, and the declaration says so: it ends before this version.`,
  )
})

test('contractText names each test that failed, and each declared gap that has closed', () => {
  assert.equal(contractText({ isKept: true, findings: [] }), 'Every runner keeps its contract.')
  const finding = { file: '/somewhere/bun.test.ts', test: 'runs sum', message: 'no' }
  assert.equal(
    contractText({
      isKept: false,
      findings: [
        { ...finding, kind: 'failed' },
        { ...finding, kind: 'closed' },
      ],
    }),
    `The contract of the runners FAILED.
  failed  bun.test.ts, 'runs sum': no
  closed  bun.test.ts, 'runs sum': it passes, but is declared as a gap: no`,
  )
})
