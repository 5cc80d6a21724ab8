// Catches a test that no longer notices a deliberate fault: each of mutants/mutants.json replaces one text in one module.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Mutant } from './mutants/mutant.ts'

const ROOT = join(import.meta.dirname, '..')
const HOOK = join(import.meta.dirname, 'mutants/hook.ts')

const mutants = JSON.parse(readFileSync(join(ROOT, 'scripts/mutants/mutants.json'), 'utf8')) as Mutant[]

describe('tests notice deliberate faults', { concurrency: 2 }, () => {
  for (const file of new Set(mutants.flatMap(({ killedBy }) => killedBy))) {
    test(`${file} passes without one`, async () => assert.equal((await run(null, [file])).code, 0))
  }
  for (const mutant of mutants) {
    test(`${mutant.file}: ${mutant.find} → ${mutant.replace}`, async () => {
      const found = readFileSync(join(ROOT, mutant.file), 'utf8').split(mutant.find).length - 1
      assert.equal(found, 1, 'the text stands once in the file')
      const { code, output } = await run(mutant, mutant.killedBy)
      assert.doesNotMatch(output, /SyntaxError: .*(?:Unexpected|Invalid)|ReferenceError/, 'the fault loads')
      assert.equal(code, 1, 'some test fails')
    })
  }
})

async function run(
  mutant: Mutant | null,
  files: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  // This file is run by the same test runner, which would take the tests of the child for its own.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const child = spawn(process.execPath, ['--import', HOOK, '--test', ...files], {
    cwd: ROOT,
    env: { ...environment, STEELYARD_MUTANT: JSON.stringify(mutant) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', data => (output += data))
  const [code] = await once(child, 'close')
  return { code, output }
}
