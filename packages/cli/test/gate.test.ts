import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
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
  const outcome = {
    base: 'a',
    head: 'b',
    cases: [],
    problems: [],
    gaps: [],
    rules: {},
    screening: { results },
  }
  const text = renderOutlineMarkdown(gateOutline(outcome as unknown as GateOutcome))
  assert.match(text, /s\/c \(size=1\).* on node: crashed[\s\S]*s\/c \(size=2\).* on node: crashed/)
})

test('a gate names a case that the head cannot run, and fails', async t => {
  const bench = newBench(t)
  const file = join(bench.directory, 'broken.mjs')
  writeFileSync(
    file,
    `import { bench, run } from 'mitata'
     if (process.env.BROKEN) throw new Error('no such feature')
     bench('one', () => 1 + 1)
     await run()`,
  )
  const { code, stdout, stderr } = await bench.run(
    ...['gate', file, '--base', 'node', '--head', 'BROKEN=1 node', '--no-save'],
  )
  assert.equal(code, 1, stderr)
  assert.match(
    stdout,
    /broken\/one on BROKEN=1 node\S*: the file does not load there: [\s\S]*no\s+such\s+feature/,
  )
})

test('a gate names a case of which no launch can be compared', () => {
  const unsure = { suite: 's', case: 'c', params: {}, launches: 0, detectable: null, confirmation: null }
  const outcome = { base: 'a', head: 'b', cases: [unsure], problems: [], gaps: [], rules: {} }
  const screening = { results: [{ ...unsure, target: 'a', status: 'ok', error: null }] }
  const text = renderOutlineMarkdown(gateOutline({ ...outcome, screening } as unknown as GateOutcome))
  assert.match(text, /no case could be tested[\s\S]*s\/c.*: no launch of both sides can be compared/)
})
