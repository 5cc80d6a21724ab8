import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { likelyVersions } from './find-cause.ts'

test('likelyVersions has where other cases of the runtime changed, then the release before a group that takes a new V8', t => {
  const folder = mkdtempSync(join(tmpdir(), 'causes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const key = { case: 'sin', params: {}, code: 'c0de', estimator: 4, windowNs: 1, cpuId: 'test' }
  const release = { version: '1.0.0', engine: null, date: null }
  const rest = { at: '2026-01-01T00:00:00Z', base: release, head: release, functions: [], unprofiled: null }
  const causes = [
    { ...key, ...rest, good: '25.9.0', bad: '26.0.0', unfound: null },
    { ...key, ...rest, good: '20.0.0', bad: '21.0.0', unfound: 'those between are unclear' },
  ]
  for (const runtime of ['node', 'bun']) {
    mkdirSync(join(folder, runtime))
    writeFileSync(
      join(folder, runtime, 'trig.jsonl'),
      causes.map(line => `${JSON.stringify(line)}\n`).join(''),
    )
  }
  const releases = ['25.0.0', '25.1.0', '25.9.0', '26.0.0'].map(version => ({ version }))
  const of = (runtime: string) =>
    likelyVersions({ runtime, file: join(folder, runtime, 'async.jsonl') }, releases)
  assert.deepEqual(of('node'), ['25.9.0', '26.0.0', '25.9.0'])
  assert.deepEqual(of('bun'), ['25.9.0', '26.0.0'])
  assert.deepEqual(of('deno'), ['25.9.0'])
  writeFileSync(join(folder, 'bun', 'async.jsonl'), '{}\n')
  assert.throws(() => of('node'), { name: 'UsageError', message: /^Cannot read line 1 of \S+async\.jsonl: / })
})
