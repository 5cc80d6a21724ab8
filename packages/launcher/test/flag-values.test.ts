import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PackagedName } from '@steelyard/runners'
import { buildFactsOf, flagValuesOf } from '../src/targets/ask-binary.ts'
import { resolveTarget, type Target } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { isRunning } from './is-running.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-values-'))
after(() => rmSync(directory, { recursive: true }))

/** A flag that each engine has, the name that it lists it by, its value then, and its default. */
const LISTED: Readonly<
  Record<PackagedName, readonly [flag: string, name: string, value: string, plain: string]>
> = {
  node: ['--max_semi_space_size=64', '--max-semi-space-size', '64', '0'],
  deno: ['--no-sparkplug', '--sparkplug', 'no-', ''],
  bun: ['useFTLJIT=0', 'useFTLJIT=', 'false', 'true'],
  workerd: ['--no-sparkplug', '--sparkplug', 'no-', ''],
}

for (const [runtime, [flag, name, value, plain]] of Object.entries(LISTED)) {
  test(`flagValuesOf reads what ${runtime}'s engine makes of a flag, and nothing else changes`, async () => {
    const target = await resolveTarget(parseTarget(runtime), directory)
    const folder = join(directory, runtime)
    const [given, without] = [
      await flagValuesOf(target, [flag], folder),
      await flagValuesOf(target, [], folder),
    ]
    assert.ok(given && without && without.size > 300)
    assert.deepEqual([given.get(name), without.get(name)], [value, plain])
    const differing = [...without].filter(([each, was]) => given.get(each) !== was)
    assert.deepEqual(differing, [[name, plain]])
  })
}

async function fakeNode(name: string, script: string): Promise<Target> {
  const binary = join(directory, name)
  writeFileSync(binary, `#!/bin/sh\n${script}\n`)
  chmodSync(binary, 0o755)
  return { ...(await resolveTarget(parseTarget('node'), directory)), binary }
}

const FAKES: Readonly<Record<string, string>> = {
  'ends with a code': 'echo --opt; exit 3',
  'prints nothing': 'exit 0',
  'prints no flags': 'echo hello; echo "opt = 1"; printf "\\033[2J\\0\\n"',
  'babbles lines': 'yes -- --opt',
  'babbles one line': 'yes -- --opt | tr -d "\\n"',
  'babbles on the other stream': 'yes -- --opt >&2',
  'dies of a signal': 'echo --opt; kill -SEGV $$',
}

for (const [manner, script] of Object.entries(FAKES)) {
  test(`flagValuesOf and buildFactsOf take nothing from a runtime that ${manner}`, async () => {
    const target = await fakeNode(manner.replaceAll(' ', '-'), script)
    const startedAt = performance.now()
    assert.equal(await flagValuesOf(target, ['--opt'], directory, 6000), null)
    assert.ok(performance.now() - startedAt < 5000, 'it is not waited for')
    assert.deepEqual(await buildFactsOf(target, directory), {})
  })
}

test('flagValuesOf ends a runtime that hangs, with what it has started', async () => {
  const file = join(directory, 'grandchild')
  const target = await fakeNode('hanging', `echo --opt; sleep 300 & echo $! > '${file}'; trap '' TERM; wait`)
  const startedAt = performance.now()
  assert.equal(await flagValuesOf(target, [], directory, 400), null)
  assert.ok(performance.now() - startedAt < 3000)
  assert.ok(existsSync(file))
  await sleep(20)
  assert.equal(isRunning(Number(await readFile(file, 'utf8'))), false)
})

test('flagValuesOf takes nothing from a runtime that cannot be started', async () => {
  const target = await fakeNode('gone', '')
  rmSync(target.binary)
  assert.equal(await flagValuesOf(target, [], directory), null)
})
