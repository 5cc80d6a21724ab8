import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Bench } from './bench-process.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/prepared', import.meta.url))
const SUITE = './greeting.bench.ts'

const bench = new Bench()
before(() => cp(FIXTURE, bench.directory, { recursive: true }))
after(() => bench.remove())

const inDirectory = (...path: string[]) => join(bench.directory, ...path)

test('a suite that was not prepared says so in one sentence, before anything is timed', async () => {
  const { code, stdout, stderr } = await bench.run(SUITE, '--runtime', 'node')
  assert.equal(code, 2)
  assert.equal(stdout, '')
  assert.equal(
    stderr,
    "Cannot run ./greeting.bench.ts: greeting was not prepared from what is there now. Run 'pnpm bench prepare ./greeting.bench.ts' once.\n",
  )
})

test('prepare makes an app once, and a run starts what it made', async () => {
  const first = await bench.run('prepare', SUITE)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^\.\/greeting\.bench\.ts\/greeting was built in \d+ s, \S+ \w+\.\n$/)
  const second = await bench.run('prepare', SUITE)
  assert.match(second.stdout, /was built before/)

  const options = ['--runtime', 'node', '--runtime', 'workerd', '--quick', '--time', '3', '--no-save']
  const run = await bench.run(SUITE, ...options, '--json', 'record.json')
  assert.equal(run.code, 0, run.stderr)
  const { results } = JSON.parse(readFileSync(inDirectory('record.json'), 'utf8'))
  assert.deepEqual(
    results.map(({ status, server }: Record<string, { listener: string; configuration: object }>) => [
      status,
      server?.listener,
    ]),
    [
      ['ok', 'a script of its own'],
      ['ok', 'the socket of workerd'],
    ],
  )
})

test('what was made from something else does not count, and a build that fails says what it printed', async () => {
  await writeFile(inDirectory('apps', 'greeting', 'build.mjs'), "throw new Error('out of paint')\n")
  assert.equal((await bench.run(SUITE, '--runtime', 'node')).code, 2)
  const { code, stderr } = await bench.run('prepare', SUITE)
  assert.equal(code, 1)
  assert.match(stderr, /Cannot prepare greeting: 'build\.mjs' exited with code 1\. Nothing was kept/)
  assert.match(stderr, /out of paint/)
})

test('prepare refuses what is no suite, and single cases', async () => {
  const unknown = await bench.runShared('prepare', 'ssr-app')
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /Cannot find the suite 'ssr-app'\. Did you mean ssr-apps\?/)
  const single = await bench.runShared('prepare', 'ssr-apps/next')
  assert.equal(single.code, 2)
  assert.match(single.stderr, /Cannot prepare ssr-apps\/next: cases share their apps/)
  const nothing = await bench.runShared('prepare', 'trig')
  assert.deepEqual([nothing.code, nothing.stdout], [0, 'trig needs no preparation.\n'])
})

test('the lockfiles of this repository name no host and have the integrity of every package', async () => {
  const apps = fileURLToPath(new URL('../../../bench/ssr-apps/apps', import.meta.url))
  for (const app of ['next', 'sveltekit']) {
    const text = await readFile(join(apps, app, 'package-lock.json'), 'utf8')
    assert.doesNotMatch(text, /"resolved"/)
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { integrity?: string; inBundle?: true }>
    }
    const { '': own, ...others } = packages
    assert.ok(own)
    assert.deepEqual(
      Object.keys(others).filter(place => !others[place]?.integrity && !others[place]?.inBundle),
      [],
    )
    assert.equal(existsSync(join(apps, app, 'prepare.json')), true)
  }
})
