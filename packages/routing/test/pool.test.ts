import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleApp, bundleEntry, LIMITS, parseTarget, resolveTarget } from '@steelyard/launcher'
import { cpuClockOf } from '@steelyard/launcher/cpu-clock'
import { PROCESS_HEADER } from '../src/policy.ts'
import { type PoolOptions, type PoolProcess, startPool } from '../src/start-pool.ts'
import { PIECES } from './fixtures/spins.ts'

const PROCESSES = 3

let directory: string
let options: Omit<PoolOptions, 'policy' | 'directory'>

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-pool-'))
  const target = await resolveTarget(parseTarget('node'), directory)
  const { entry } = target.runner.server
  assert.ok(entry)
  const files = { entry: join(directory, 'entry.mjs'), app: join(directory, 'app.mjs') }
  await writeFile(files.entry, await bundleEntry({ name: 'node', entry }))
  const app = fileURLToPath(new URL('fixtures/spins.ts', import.meta.url))
  await writeFile(files.app, (await bundleApp(app)).text)
  options = {
    target,
    app: { kind: 'module', file: files.app },
    entry: files.entry,
    core: null,
    routerCore: null,
    compatibilityDate: null,
    limits: LIMITS,
    processes: PROCESSES,
  }
})
after(() => rm(directory, { recursive: true, force: true }))

async function withPool(
  policy: PoolOptions['policy'],
  use: (pool: PoolProcess) => Promise<void>,
  link: Pick<PoolOptions, 'delayMs' | 'mbitPerSecond'> = {},
): Promise<void> {
  const folder = join(directory, policy)
  const pool = await startPool({ ...options, ...link, policy, directory: folder })
  try {
    await use(pool)
  } finally {
    await pool.kill()
  }
  assert.equal(existsSync(folder), false)
  await assert.rejects(fetch(pool.url))
}

/** Sends one request and returns the index of the process that answered it. */
async function processOf(pool: PoolProcess, path = '/'): Promise<string | null> {
  const response = await fetch(`${pool.url}${path}`)
  assert.equal(await response.text(), 'done')
  return response.headers.get(PROCESS_HEADER)
}

test('one-warm sends everything to the first process, and only that one works', async () => {
  await withPool('one-warm', async pool => {
    const clocks = pool.pids.map(cpuClockOf)
    assert.equal(clocks.length, PROCESSES)
    const before = clocks.map(cpuNs => cpuNs() ?? 0)
    const answeredBy = await Promise.all(Array.from({ length: 5 }, () => processOf(pool)))
    assert.deepEqual(answeredBy, ['0', '0', '0', '0', '0'])
    await processOf(pool, '/spin')
    const worked = clocks.map((cpuNs, index) => (cpuNs() ?? 0) - (before[index] ?? 0))
    assert.ok(process.platform !== 'linux' || (worked[0] ?? 0) > Math.max(...worked.slice(1)))
    assert.equal(pool.cpuNs() === null, process.platform !== 'linux')
  })
})

test('spread lets equally loaded processes take turns, and a lost process is an error of its requests alone', async () => {
  await withPool('spread', async pool => {
    const answeredBy = []
    for (let request = 0; request < 6; request++) answeredBy.push(await processOf(pool))
    assert.deepEqual(answeredBy, ['0', '1', '2', '0', '1', '2'])
    const [first] = pool.pids
    assert.ok(first)
    process.kill(first)
    assert.match((await pool.lost).message, /./)
    const statuses = []
    for (let request = 0; request < 3; request++) statuses.push((await fetch(pool.url)).status)
    assert.deepEqual(statuses, [502, 200, 200])
  })
})

test('spread-when-busy leaves the first process once it is seen at work, and comes back', async () => {
  await withPool('spread-when-busy', async pool => {
    assert.equal(await processOf(pool), '0')
    const heavy = processOf(pool, '/spin')
    let isDone = false
    void heavy.then(() => {
      isDone = true
    })
    const light: Promise<string | null>[] = []
    while (!isDone) {
      light.push(processOf(pool))
      await sleep(20)
    }
    // On a busy machine the first may still be at work from its start, and the heavy one goes to the next.
    const busy = await heavy
    if (process.platform === 'linux') assert.ok((await Promise.all(light)).some(other => other !== busy))
    // Long enough for the work to fall out of the window.
    let back = await processOf(pool)
    for (let tries = 0; back !== '0' && tries < 50; tries++) {
      await sleep(20)
      back = await processOf(pool)
    }
    assert.equal(back, '0')
  })
})

test('a router with a delay keeps requests and responses on their way, each', async () => {
  const delayMs = 50
  const ask = async (pool: PoolProcess) => {
    await processOf(pool)
    const sentMs = performance.now()
    assert.equal(await processOf(pool), '0')
    assert.ok(performance.now() - sentMs >= 2 * delayMs - 2)
  }
  await withPool('one-warm', ask, { delayMs })
})

test('a slow link takes its time for every byte, and keeps their order', async () => {
  const mbitPerSecond = 2
  const whole = PIECES.join('')
  const ask = async (pool: PoolProcess) => {
    await processOf(pool)
    const sentMs = performance.now()
    const responses = await Promise.all([0, 1].map(() => fetch(`${pool.url}/pieces`)))
    const texts = await Promise.all(responses.map(response => response.text()))
    assert.deepEqual(texts, [whole, whole])
    assert.ok(performance.now() - sentMs >= (2 * whole.length * 8) / (mbitPerSecond * 1e3) - 2)
  }
  await withPool('one-warm', ask, { mbitPerSecond })
})
