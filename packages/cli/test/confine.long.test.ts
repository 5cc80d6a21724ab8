// Catches a confinement that keeps away what a suite needs, changes how it is timed, or is lost in a rerun.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { newBench } from './bench-process.ts'
import { FOUR, linux, reachedBy } from './burglar.ts'

test('a confined suite that needs the network has it, and nothing else', linux, async t => {
  const two = FOUR.slice(2, 6)
  const { reached, warnings } = await reachedBy(newBench(t), ['net'], '--confine', ...two)
  assert.deepEqual(reached, { deno: 'network', bun: 'network' })
  assert.ok(warnings.some(one => one.code === 'confined' && one.suitesWithNetwork === 'burglar'))
})

test('a confined run is timed as any other', linux, async t => {
  const bench = newBench(t)
  const asked = ['--quick', '--time', '1', '--json', 'run.json', '--no-save']
  const { code, stderr } = await bench.run('trig/sin-small', '--confine', ...FOUR, ...asked)
  assert.equal(code, 0, stderr)
  const { results } = await readRecord(join(bench.directory, 'run.json'))
  assert.ok(
    results.every(({ launches }) => launches.length > 0 && launches.every(({ cpuNs }) => cpuNs !== null)),
  )
})

test('rerun confines what --confine or the record asks for', linux, async t => {
  const bench = newBench(t)
  await reachedBy(bench, [], '--runtime', 'node')
  const record = await readRecord(join(bench.directory, 'run.json'))
  const again = async (file: string, ...words: readonly string[]) => {
    await bench.run('rerun', file, '--trust', '--json', 'again.json', '--no-save', ...words)
    const { command, environment, results } = await readRecord(join(bench.directory, 'again.json'))
    const confined = environment.warnings.some(({ code }) => code === 'confined')
    return {
      words: command.filter(word => word === '--confine'),
      confined,
      text: errorText(results[0]?.error ?? null),
    }
  }
  assert.match((await again('run.json')).text, /reached: files/)
  const asked = await again('run.json', '--confine')
  assert.deepEqual([asked.words, asked.confined], [['--confine'], true])
  assert.match(asked.text, /reached: \./)
  assert.deepEqual(await again('again.json'), asked)
  const [suite = '', ...options] = record.command
  writeFileSync(
    join(bench.directory, 'ended.json'),
    JSON.stringify({ ...record, command: [...options, '--', suite] }),
  )
  assert.deepEqual(await again('ended.json', '--confine'), asked)
  // What follows -- is a suite.
  const { command } = await readRecord(join(bench.directory, 'again.json'))
  assert.deepEqual(command.slice(-3), ['--confine', '--', suite])
})
