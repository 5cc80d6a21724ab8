import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractText } from './texts.ts'

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
