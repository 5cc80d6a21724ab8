import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { Bench } from './bench-process.ts'

const SUITE = fileURLToPath(new URL('fixtures/unasked.bench.ts', import.meta.url))

const bench = new Bench()
after(() => bench.remove())

test('bench loses each contender that says what is no reply, and none of its neighbours', async () => {
  const { code, stdout, stderr } = await bench.run(
    ...[SUITE, '--runtime', 'node', '--runtime', 'bun', '--quick', '--json', '-', '--no-save', '--time', '3'],
  )
  assert.equal(code, 1, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  assert.equal(results.length, 12)
  for (const { case: caseId, target, status, error, launches } of results) {
    const what = `${caseId} on ${target}: ${error}`
    if (caseId === 'honest') {
      assert.equal(status, 'ok', what)
      assert.ok(launches.length > 0, what)
    } else {
      assert.equal(status, 'crashed', what)
      assert.match(errorText(error), /gave no valid reply|spoke although it was not asked|no reply: /, what)
      assert.equal(launches.length, 0, what)
    }
  }
})
