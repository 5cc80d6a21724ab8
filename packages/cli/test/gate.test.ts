import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { renderOutlineMarkdown } from '@steelyard/report'
import type { GateOutcome } from '../src/commands/gate/gate.ts'
import { gateOutline } from '../src/commands/gate/gate-outline.ts'
import { newBench } from './bench-process.ts'

const FILE = fileURLToPath(new URL('fixtures/gated/gated.mjs', import.meta.url))

test('a gate of a runtime against itself screens every case, measures again only after a suspicion, and passes', async t => {
  const bench = newBench(t)
  const json = join(bench.directory, 'gate.json')
  const { code, stderr } = await bench.run(
    // The fixture does not read EQUAL, which only makes a second target.
    ...['gate', FILE, '--base', 'node', '--head', 'EQUAL=1 node', '--time', '60'],
    // The screening ends after five launches, which take a busy machine longer.
    ...['--precision', '50', '--seed', '1', '--no-save', '--json', json],
  )
  assert.equal(code, 0, stderr)
  const { cases, confirmation } = JSON.parse(readFileSync(json, 'utf8'))
  assert.deepEqual(
    cases.map((one: { case: string }) => one.case),
    ['alike', 'slower'],
  )
  const suspects = cases.filter((one: { isSuspected: boolean }) => one.isSuspected)
  assert.equal(confirmation === null, suspects.length === 0)
  assert.ok(cases.every((one: { launches: number }) => one.launches >= 5))
})

test('a gate names what was lost with its parameters', () => {
  const lost = { suite: 's', case: 'c', target: 'node', status: 'crashed', error: null }
  const results = [1, 2].map(size => ({ ...lost, params: { size } }))
  const outcome = { base: 'a', head: 'b', cases: [], problems: [], rules: {}, screening: { results } }
  const text = renderOutlineMarkdown(gateOutline(outcome as unknown as GateOutcome))
  assert.match(text, /s\/c \(size=1\).* on node: crashed[\s\S]*s\/c \(size=2\).* on node: crashed/)
})
