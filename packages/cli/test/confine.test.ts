import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { runners } from '@steelyard/runners'
import { errorText } from '@steelyard/text'
import { newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs namespaces' }
const SECRET = 'the-secret-of-the-host'

const server = createServer((_, response) => response.end('ok'))
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

/** Its setup fails with the list of what it could reach. */
function suiteOf(secretFile: string, needs: readonly string[]): string {
  const { port } = server.address() as AddressInfo
  return `import { suite } from 'steelyard'
const builtin = name => process.getBuiltinModule('node:' + name)
const WAYS = {
  environment: () => JSON.stringify(process.env).includes('${SECRET}'),
  files: () => builtin('fs').readFileSync('${secretFile}', 'utf8') === '${SECRET}',
  writing: () => (builtin('fs').writeFileSync('${secretFile}.new', ''), builtin('fs').existsSync('${secretFile}.new')),
  programs: () => builtin('child_process').spawnSync('/bin/sh', ['-c', 'exit 0']).status === 0,
  host: () => builtin('fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8').includes('${SECRET}'),
  processes: () => builtin('fs').readdirSync('/proc').filter(name => /^\\d+$/.test(name)).length > 1,
  network: async () => (await fetch('http://127.0.0.1:${port}')).ok,
}
export default suite({
  name: 'burglar', question: 'What can it reach?', verify: () => 1, needs: ${JSON.stringify(needs)},
  setup: async () => {
    const reached = []
    for (const [name, way] of Object.entries(WAYS)) {
      try { if (await way()) reached.push(name) } catch {}
    }
    throw new Error('reached: ' + reached + '.')
  },
  cases: { one: () => Math.random() },
})`
}

async function reachedBy(
  bench: ReturnType<typeof newBench>,
  needs: readonly string[],
  ...words: readonly string[]
) {
  process.env.A_SECRET = SECRET
  const secretFile = join(bench.directory, 'secret')
  writeFileSync(secretFile, SECRET)
  writeFileSync(join(bench.directory, 'burglar.bench.ts'), suiteOf(secretFile, needs))
  const { stderr } = await bench.run(
    './burglar.bench.ts',
    '--quick',
    '--json',
    'run.json',
    '--no-save',
    ...words,
  )
  const { results, environment } = await readRecord(join(bench.directory, 'run.json')).catch(() =>
    assert.fail(stderr),
  )
  const reached = results.map(({ target, error }) => [
    target.split('@')[0],
    /reached: (.*?)\./.exec(errorText(error))?.[1] ?? errorText(error),
  ])
  return { reached: Object.fromEntries(reached), warnings: environment.warnings }
}

const FOUR = ['node', 'deno', 'bun', 'workerd'].flatMap(name => ['--runtime', name])

test(
  'a confined suite reaches nothing of the machine on any runtime, and the record says so',
  linux,
  async t => {
    const { reached, warnings } = await reachedBy(newBench(t), [], '--confine', ...FOUR)
    assert.deepEqual(reached, { node: '', deno: '', bun: '', workerd: '' })
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'confined'),
      [{ code: 'confined', suitesWithNetwork: '' }],
    )
  },
)

test('a confined suite that needs the network has it, and nothing else', linux, async t => {
  const two = FOUR.slice(2, 6)
  const { reached, warnings } = await reachedBy(newBench(t), ['net'], '--confine', ...two)
  assert.deepEqual(reached, { deno: 'network', bun: 'network' })
  assert.ok(warnings.some(one => one.code === 'confined' && one.suitesWithNetwork === 'burglar'))
})

test('without confinement a suite has all but the environment of the host', linux, async t => {
  const { reached, warnings } = await reachedBy(newBench(t), [], ...FOUR)
  const all = 'files,writing,programs,host,processes,network'
  assert.deepEqual(reached, { node: all, deno: all, bun: all, workerd: '' })
  assert.ok(!warnings.some(({ code }) => code === 'confined'))
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
})

test('rerun does not confine the record of a profile', async t => {
  const record = {
    ...sampleRecord(),
    command: ['json-reviver', '--runtime', 'node', '--runtime', 'bun', '--profile'],
  }
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'run.json'), JSON.stringify(record))
  const { code, stderr } = await bench.runShared('rerun', 'run.json', '--confine')
  assert.deepEqual([code, /keeps profilers away/.test(stderr)], [2, true], stderr)
})

for (const [what, words] of [
  ['--profile', ['trig', '--profile']],
  ['another timer', ['trig', '--timer', 'mitata']],
  ['servers', ['http-hello']],
] as const) {
  test(`--confine refuses ${what}`, async t => {
    const { code, stderr } = await newBench(t).runShared(...words, '--confine')
    assert.equal(code, 2)
    assert.match(stderr, /confine/)
  })
}

test('a confined worker has no network, which workerd would give it', () => {
  const pipes = { commands: '/c', replies: '/r' }
  const options = {
    entry: '/e',
    bundle: '/b',
    flags: [],
    environment: {},
    pipes,
    compatibilityDate: '2026-01-01',
  }
  const configOf = (isOffline: boolean) =>
    Object.values(runners.workerd.command({ ...options, isInspected: false, isOffline }).files ?? {}).join()
  assert.match(configOf(true), /name = "internet", network = \(allow = \[\]\)/)
  assert.doesNotMatch(configOf(false), /internet/)
})
