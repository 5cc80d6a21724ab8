import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { allowedCores, canPin, type LaunchFailure, moveProcess } from '@steelyard/launcher'
import type { ConfigurationRecord, LaunchRecord, RunRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { processStatus } from '../../launcher/src/machine/proc.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { catalog } from '../../measure/src/plan/catalog.ts'
import { loadSuite } from '../../measure/src/plan/load-suite.ts'
import { GeneratorLimits } from '../../measure/src/servers/generator-limits.ts'
import { launchServers, startReady, withLoad } from '../../measure/src/servers/launch-servers.ts'
import { AloneTimes } from '../../measure/src/servers/routing.ts'
import { suiteCodeSha256 } from '../../measure/src/servers/server-code.ts'
import type { ServerLaunch } from '../../measure/src/servers/server-launch.ts'
import { oneByOne } from '../../measure/src/servers/single-requests.ts'
import { Bench, processesOf } from './bench-process.ts'
import { launchContext } from './launch-context.ts'
import { writeServerSuite } from './server-suite.ts'

let bench: Bench
let workspace: Workspace
let suite: string

before(async () => {
  bench = new Bench()
  workspace = await Workspace.open()
  suite = await writeServerSuite(bench.directory, 'faulty', APPS)
})
after(async () => {
  await workspace.close()
  await bench.remove()
})

const APPS: Readonly<Record<string, string>> = {
  good: `export default { fetch: () => new Response('hello') }`,
  'also-good': `export default () => ({ fetch: async () => new Response('hello') })`,
  unbuildable: `export default {`,
  'throws-at-start': `export default {}; throw new Error('no luck')`,
  'answers-500': `export default { fetch: () => new Response('hello', { status: 500 }) }`,
  'wrong-bytes': `export default { fetch: () => new Response('hullo') }`,
  hangs: `export default { fetch: () => new Promise(() => {}) }`,
  'wrong-later': `let count = 0
export default { fetch: () => new Response(++count > 300 ? 'hullo' : 'hello') }`,
  'dies-later': `let count = 0
export default { fetch: () => ++count > 300 ? process.exit(7) : new Response('hello') }`,
}

/** Its child has 200 MB, and starts with the first request, as that of `wrangler dev` does. */
const LATE_BYTES = 2e8
const LATE = {
  late: `import { spawn } from 'node:child_process'
const hold = 'globalThis.held = Buffer.alloc(${LATE_BYTES}, 1); process.stdout.write("held"); setInterval(() => {}, 1000)'
const start = () => new Promise(resolve => spawn(process.execPath, ['-e', hold]).stdout.once('data', resolve))
let started
export default { fetch: async () => { await (started ??= start()); return new Response('hello') } }`,
}

/** On one core there is nothing to choose. */
const severalCores = { skip: allowedCores().length > 1 && canPin() ? false : 'needs two cores and taskset' }

const LOST: readonly (readonly [string, LaunchFailure, RegExp])[] = [
  ['unbuildable', 'failed', /^was not built: Cannot bundle unbuildable\.ts: .*unbuildable\.ts:1:/],
  ['throws-at-start', 'failed', /^did not start: no luck$/],
  ['answers-500', 'failed', /^answered with status 500 in place of 200$/],
  ['wrong-bytes', 'failed', /^failed its check: it answered 5 bytes that are not the 5 expected$/],
  ['hangs', 'timeout', /^failed under load: no whole answer came in time/],
]

const RUNTIMES = ['node', 'deno', 'bun', 'workerd']

const SHORT_PACING = { warmUp: { turnMs: 50, longestMs: 50 }, turnMs: 50, rounds: 2 }

test('a server has one core, and with `cores` of all each that there is', severalCores, async t => {
  const directory = await workspace.newFolder()
  await mkdir(directory, { recursive: true })
  const cases = `cases: { one: 'apps/one.ts', all: { module: 'apps/one.ts', cores: 'all' } }`
  const file = await writeServerSuite(directory, 'cores', { one: APPS.good ?? '' }, cases)
  const cores = allowedCores()
  const context = { ...(await launchContext(workspace, file, ['node', 'workerd'])), cores }
  t.after(() => moveProcess(process.pid, cores))
  for (const target of [0, 1]) {
    const found = await withLoad(context, async loading => {
      const ofCase = async (caseId: string) => {
        await using server = (await startReady({ caseId, params: {}, target }, loading, context)).process
        return server.pids.map(pid => allowedCores(processStatus(pid, 'Cpus_allowed_list')))
      }
      return { one: await ofCase('one'), all: await ofCase('all') }
    })
    for (const own of found.one) assert.equal(own.length, 1)
    for (const own of found.all) assert.deepEqual(own, cores)
  }
})

test('launchServers counts processes that a server starts with its first request', async () => {
  const directory = await workspace.newFolder()
  await mkdir(directory, { recursive: true })
  const context = await launchContext(workspace, await writeServerSuite(directory, 'late', LATE), ['node'])
  const found = await launchServers([{ caseId: 'late', params: {}, target: 0 }], SHORT_PACING, context, {
    limits: new GeneratorLimits(),
    aloneTimes: new AloneTimes(),
  })
  assert.ok('launches' in found)
  const bytes = found.launches[0]?.server?.residentBytes ?? 0
  assert.ok(bytes > LATE_BYTES, `${bytes}`)
  assert.deepEqual(processesOf(workspace.directory), [])
})

test('the answers of one server may differ in length where its suite expects none to be equal', async () => {
  const directory = await workspace.newFolder()
  await mkdir(directory, { recursive: true })
  const apps = {
    unlike: `let count = 0
export default { fetch: () => new Response('hello'.repeat(1 + (count++ % 3))) }`,
  }
  const answer = `answer: { contains: 'hello', equal: 'none' }`
  const file = await writeServerSuite(directory, 'unlike', apps, answer)
  const context = await launchContext(workspace, file, ['node'])
  const plan = { caseId: 'unlike', params: {}, target: 0 }
  const found = await launchServers([plan], SHORT_PACING, context, {
    limits: new GeneratorLimits(),
    aloneTimes: new AloneTimes(),
  })
  assert.ok('launches' in found, 'lost' in found ? String(found.lost) : '')
  const { wallNs } = await withLoad(context, async loading => {
    const server = await startReady(plan, loading, context)
    await using process = server.process
    process.resume()
    return await oneByOne(server, 50)
  })
  assert.ok(wallNs.length > 0)
})

// The first waits for an answer that never comes.
describe('servers are lost', { concurrency: true }, () => {
  test('launchServers says of each server that does not answer right why it is lost', async () => {
    const context = await launchContext(workspace, suite, ['node'])
    const members = LOST.map(([caseId]) => ({ caseId, params: {}, target: 0 }))
    const found = await launchServers(members, SHORT_PACING, context, {
      limits: new GeneratorLimits(),
      aloneTimes: new AloneTimes(),
    })
    assert.ok('lost' in found)
    const lost = new Map(found.lost)
    for (const [index, [caseId, failure, message]] of LOST.entries()) {
      const error = lost.get(index)
      assert.equal(error?.failure, failure, `${caseId}: ${error?.message}`)
      assert.match(error.message, message)
    }
    assert.deepEqual(processesOf(workspace.directory), [])
  })

  test('a run reports servers that are lost under load, measures the others, and leaves no process', async () => {
    const chosen = ['good', 'also-good', 'wrong-later', 'dies-later'].flatMap(id => ['--case', id])
    const { code, stdout, stderr } = await bench.run(
      ...[suite, '--runtime', 'node', '--by', 'cases', ...chosen],
      ...['--quick', '--time', '8', '--no-save', '--json', '-'],
    )
    assert.equal(code, 1, stderr)
    const { results, comparisons } = JSON.parse(stdout) as RunRecord
    const byCase = new Map(results.map(result => [result.case, result]))
    assert.equal(byCase.get('wrong-later')?.status, 'failed')
    assert.match(
      errorText(byCase.get('wrong-later')?.error),
      /failed under load: the answer had another body/,
    )
    assert.equal(byCase.get('dies-later')?.status, 'crashed')
    assert.match(errorText(byCase.get('dies-later')?.error), /exited with code 7/)
    const good = byCase.get('good')
    assert.equal(good?.status, 'ok', errorText(good?.error))
    assert.ok(good?.server)
    assert.equal(good.server.listener, 'node:http behind @hono/node-server')
    assert.equal(good.server.non2xx, 0)
    assert.ok(good.server.requests > 0)
    assert.ok((good.server.generator.limitPerSecond ?? 0) > 0)
    for (const [index, { turns }] of good.server.launches.entries()) {
      const launch: LaunchRecord | undefined = good.launches[index]
      const perRequest = (ns: number, turn: number) => ns / (turns.requests[turn] ?? 0)
      assert.deepEqual(launch?.wallNs, turns.durationNs.map(perRequest))
      if (process.platform === 'linux') assert.deepEqual(launch?.cpuNs, turns.serverCpuNs?.map(perRequest))
    }
    assert.equal(byCase.get('also-good')?.status, 'ok')
    const seen = results.flatMap(({ launches }) => launches.flatMap(({ sharing }) => sharing ?? []))
    assert.equal(seen.length > 0, canPin())
    for (const { widthRatios } of seen) assert.ok(widthRatios.length > 1, 'one before each turn')
    assert.ok(comparisons.every(({ verdict, reason }) => verdict === null && reason === 'quick'))
    assert.deepEqual(processesOf(bench.directory), [])
    assert.deepEqual(bench.leftovers(), [])
  })
})

const FAULTS: readonly (readonly [string, Partial<ConfigurationRecord>])[] = [
  ['right', { nodeEnv: 'production', rendering: 'dynamic', compression: null, delivery: 'streamed' }],
  ['development', { nodeEnv: 'development', rendering: 'dynamic', compression: null, delivery: 'streamed' }],
  ['cached', { nodeEnv: 'production', rendering: 'cached', compression: null, delivery: 'whole' }],
  ['buffered', { nodeEnv: 'production', rendering: 'dynamic', compression: null, delivery: 'whole' }],
  ['compressed', { nodeEnv: 'production', rendering: 'dynamic', compression: 'gzip', delivery: 'streamed' }],
]

test('each fault of http-faults is seen in the configuration, on workerd too', async () => {
  const context = await launchContext(workspace, catalog().get('http-faults') ?? '', ['node', 'workerd'])
  // On workerd the two for which its environment and its own compression have to be right.
  for (const [target, faults] of [
    FAULTS,
    FAULTS.filter(([id]) => id === 'development' || id === 'compressed'),
  ].entries()) {
    const members = faults.map(([caseId]) => ({ caseId, params: { load: 'sequential' }, target }))
    const found = await launchServers(members, SHORT_PACING, context, {
      limits: new GeneratorLimits(),
      aloneTimes: new AloneTimes(),
    })
    assert.ok('launches' in found, 'lost' in found ? String(found.lost) : '')
    for (const [index, [caseId, facts]] of faults.entries()) {
      const server: ServerLaunch | undefined = found.launches[index]?.server
      assert.ok(server)
      const { nodeEnv, rendering, compression, delivery }: ConfigurationRecord = server.configuration
      assert.deepEqual({ nodeEnv, rendering, compression, delivery }, facts, caseId)
      assert.ok(server.turns.every(turn => (turn.firstByteNs?.count ?? 0) > 0))
    }
  }
})

test('the code of a suite of servers is another one when an app or the upstream is changed', async t => {
  const folder = join(bench.directory, 'coded')
  await mkdir(folder)
  const file = await writeServerSuite(
    folder,
    'coded',
    { one: "export { default } from '../part.ts'" },
    "upstream: 'upstream.ts'",
  )
  const write = (name: string, text: string) => writeFile(join(folder, name), `export default ${text}`)
  await write('part.ts', '{ fetch: () => new Response("hello") }')
  await write('upstream.ts', '() => {}')
  const hashOf = async () => {
    const own = await Workspace.open()
    t.after(() => own.close())
    return suiteCodeSha256(await loadSuite(file, 'coded', own), own)
  }
  const first = await hashOf()
  assert.equal(await hashOf(), first)
  await write('part.ts', '{ fetch: () => new Response("hello", { status: 200 }) }')
  const second = await hashOf()
  await write('upstream.ts', '() => 1')
  assert.equal(new Set([first, second, await hashOf()]).size, 3)
})

test('servers reach their upstream, and it ends with them', async () => {
  const context = await launchContext(workspace, catalog().get('http-relay') ?? '', RUNTIMES)
  const params = { ciphertext: 1600, load: 'open-100' }
  for (const caseId of ['naive', 'early-202-error-64k']) {
    const members = RUNTIMES.map((_, target) => ({ caseId, params, target }))
    const found = await launchServers(members, SHORT_PACING, context, {
      limits: new GeneratorLimits(),
      aloneTimes: new AloneTimes(),
    })
    assert.ok('launches' in found, 'lost' in found ? String(found.lost) : '')
    const bytes = found.launches.map(({ server }) => server.configuration.bodyBytes)
    assert.deepEqual(new Set(bytes), new Set([caseId === 'naive' ? 48 : 0]))
  }
  assert.deepEqual(processesOf(workspace.directory), [])
})

test('an app that listens by itself is loaded as any other', async () => {
  const context = await launchContext(workspace, catalog().get('http-hello') ?? '', ['node', 'deno', 'bun'])
  const members = [0, 1, 2].map(target => ({ caseId: 'oak-listen', params: { load: 'heavy' }, target }))
  const found = await launchServers(members, SHORT_PACING, context, {
    limits: new GeneratorLimits(),
    aloneTimes: new AloneTimes(),
  })
  assert.ok('launches' in found, 'lost' in found ? String(found.lost) : '')
  assert.ok(found.launches.every(({ server }) => server.listener === 'a script of its own'))
})
