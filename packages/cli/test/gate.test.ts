import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const FILE = fileURLToPath(new URL('fixtures/gated/gated.mjs', import.meta.url))

test('bench gate confirms what is slower in fresh launches, and fails for that alone', async () => {
  const markdown = join(bench.directory, 'gate.md')
  const { code, stdout, stderr } = await bench.run(
    ...['gate', FILE, '--base', 'node', '--head', 'SLOW=1 node', '--seed', '1'],
    ...['--json', '-', '--markdown', markdown],
  )
  assert.equal(code, 1, stderr)
  const { cases, screening, confirmation } = JSON.parse(stdout)
  const found = cases.map((one: { case: string; confirmation: { verdict: string } | null }) => [
    one.case,
    one.confirmation?.verdict === 'slower',
  ])
  assert.deepEqual(found, [
    ['alike', false],
    ['slower', true],
  ])
  assert.notEqual(screening, confirmation)
  assert.match(readFileSync(markdown, 'utf8'), /\*\*1 case is slower\.\*\*/)
})
