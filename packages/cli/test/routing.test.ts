import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRecord } from '@steelyard/record'
import { Bench } from './bench-process.ts'

const SUITE = fileURLToPath(new URL('fixtures/routing/suite.ts', import.meta.url))

const bench = new Bench()
after(() => bench.remove())

test('a suite of pools runs on a real runtime, and its record takes latency apart', async () => {
  const file = `${bench.directory}/record.json`
  const args = ['--runtime', 'node', '--param', 'requests=others', '--quick', '--time', '2', '--json', file]
  const { code, stderr } = await bench.run(SUITE, ...args)
  assert.equal(code, 0, stderr)
  const { stdout } = await bench.runShared('report', file, '--terminal')
  assert.match(stdout, /Behind a router/)
  const { results } = await readRecord(file)
  assert.deepEqual(
    results.map(result => [result.case, result.status, result.server?.routing?.policy]),
    [
      ['one', 'ok', 'one-warm'],
      ['all', 'ok', 'spread'],
    ],
  )
  for (const { server } of results) {
    assert.ok(server?.routing)
    assert.deepEqual(
      server.routing.kinds.map(({ kind }) => kind),
      ['others', 'theirs'],
    )
    assert.ok(server.routing.kinds.every(({ aloneNs, latencyNs }) => aloneNs > 0 && latencyNs > 0))
    // Three of the others and ten of the load's own in every turn of 100 ms.
    for (const { turns } of server.launches) {
      assert.deepEqual(new Set(turns.requests), new Set([3]))
      assert.deepEqual(new Set(turns.besideRequests), new Set([10]))
    }
  }
  assert.deepEqual(bench.leftovers(), [])
})
