import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'

const HARNESS = join(import.meta.dirname, '../../harness/src')
const FILES = globSync('**/*.test.ts', { cwd: HARNESS })

/** What the tests need of node:test, which not every runtime has. */
const TESTS = `export const tests = []
export const test = (name, work) => tests.push({ name, work })`

const MAIN = `import { tests } from 'node:test'
${FILES.map(file => `import ${JSON.stringify(`./${file}`)}`).join('\n')}
async function main() {
  for (const { name, work } of tests) {
    try {
      const context = { diagnostic() {} }
      await (work.length < 2 ? work(context) : new Promise(done => work(context, done)))
      console.log('passed: ' + name)
    } catch (error) {
      // workerd makes no function of a text.
      const said = error instanceof EvalError ? 'skipped: ' : 'failed: '
      console.log(said + name + ': ' + (error?.stack ?? error))
    }
  }
  console.log('all ' + tests.length + ' ended')
}`

const ownTests: Plugin = {
  name: 'own tests',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:test$/ }, ({ path }) => ({ path, namespace: 'own' }))
    onLoad({ filter: /.*/, namespace: 'own' }, () => ({ contents: TESTS }))
  },
}

describe('the tests of the harness pass inside', { concurrency: 2 }, () => {
  for (const runtime of ['node', 'deno', 'bun', 'workerd'] as const) {
    test(runtime, async () => {
      const directory = await mkdtemp(join(os.tmpdir(), `steelyard-harness-${runtime}-`))
      try {
        const { runner, binary, compatibilityDate } = await resolveTarget(parseTarget(runtime), directory)
        const file = join(directory, 'tests.mjs')
        await build({
          stdin: { contents: `${MAIN}\n${runner.standalone.ending}`, resolveDir: HARNESS },
          ...{ bundle: true, format: 'esm', target: 'es2024', outfile: file, logLevel: 'silent' },
          ...{ external: ['node:*'], plugins: [ownTests] },
        })
        const options = { file, flags: [], environment: {}, compatibilityDate }
        const { args, files = {}, environment } = runner.standalone.command(options)
        for (const [path, text] of Object.entries(files)) await writeFile(path, text)
        const limited = { cwd: directory, env: environment, timeout: 60_000 }
        const { stdout } = await promisify(execFile)(binary, args, limited)
        const said = stdout.split('\n')
        const ended = said.filter(line => /^(?:passed|skipped): /.test(line)).length
        assert.doesNotMatch(stdout, /^failed: /m)
        assert.ok(said.includes(`all ${ended} ended`) && ended > FILES.length, stdout)
      } finally {
        await rm(directory, { recursive: true })
      }
    })
  }
})
