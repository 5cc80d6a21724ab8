import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '@steelyard/launcher'
import { Journal } from '@steelyard/measure'
import { readRecord } from '@steelyard/record'
import type { Random } from '@steelyard/stats'
import { tryLock } from '../src/process/lock.ts'
import { Bench, type Ended, ended, processesOf } from './bench-process.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

const TO_RECORD = ['--quick', '--json', 'run.json', '--no-save']

export const COMMANDS = {
  run: ['trig/sin-small', '--runtime', 'node', '--runtime', 'bun', '--by', 'targets', ...TO_RECORD],
  compare: ['compare', 'trig/sin-small', '--base', 'node', '--head', 'bun', ...TO_RECORD],
  sweep: ['sweep', 'trig/sin-small', '--runtime', 'node', '--runtime', 'node --no-opt', ...TO_RECORD],
  gate: ['gate', fixture('gated/gated.mjs'), '--base', 'node', '--head', 'SLOW=1 node', '--time', '8'],
  bisect: [
    'bisect',
    'trig/sin-small',
    '--good',
    'node@24',
    '--bad',
    'node@26',
    '--out',
    'out',
    '--time',
    '15',
  ],
  timeline: ['timeline', 'trig/sin-small', '--runtime', 'node@25..26', '--out', 'lines', '--time', '15'],
} as const

/** Commands whose launches all come into one record. */
const MAKES_RECORD: ReadonlySet<CommandName> = new Set(['run', 'compare', 'sweep'])

export type CommandName = keyof typeof COMMANDS
export const REGISTRIES = ['down', 'slow', 'lying'] as const

export type Fault =
  | 'kill'
  | 'stop'
  | 'full'
  | 'read-only'
  | 'vanish'
  | (typeof REGISTRIES)[number]
  | 'babble'
  | 'clock'
  | 'memory'
  | 'two'

/** What is run in place of the command. */
const OWN_ARGS: Partial<Record<Fault, readonly string[]>> = {
  babble: [fixture('unasked.bench.ts'), '--runtime', 'node', ...TO_RECORD],
  memory: [fixture('hoard.bench.ts'), '--runtime', 'node --max-old-space-size=24', ...TO_RECORD],
  ...Object.fromEntries(
    REGISTRIES.map(name => [name, ['trig/sin-small', '--runtime', 'node@20.1.0', ...TO_RECORD]]),
  ),
}

/** Where a case failed there is 1, where no runtime could be had 2. */
const EXIT_CODES: Partial<Record<Fault, number>> = { babble: 1, memory: 1, down: 2, slow: 2, lying: 2 }

/** A fault comes within this time of the start. */
const LONGEST_MS = 12_000

/** What a host that died leaves has gone by then. */
const GONE_MS = 1000

/** What one trial found; all 0 is right. */
export interface Counts {
  /** Finished launches that are not in the journal, or not in the record that is made of it. */
  readonly lost: number
  readonly orphaned: number
  readonly stale: number
  readonly wrong: number
}

export interface Trial extends Counts {
  readonly command: CommandName
  readonly fault: Fault
  /** Why a count is not 0; empty where all are. */
  readonly note: string
}

/** Has a command suffer a fault at a random moment, and counts what it left. */
export async function trial(command: CommandName, fault: Fault, random: Random): Promise<Trial> {
  const bench = new Bench()
  try {
    if (command === 'bisect' || command === 'timeline') linkRuntimes(bench)
    const args = OWN_ARGS[fault] ?? COMMANDS[command]
    await using registry = await registryFor(fault)
    const child = bench.start(args, prefixOf(fault, bench, registry.address))
    const other = fault === 'two' ? ended(bench.start(args)) : null
    const end = ended(child)
    const exit = once(child, 'exit')
    let before = 0
    if (fault === 'kill' || fault === 'stop') {
      // Nothing guards a host that has not begun, and no contender is there to stop it.
      while (fault === 'stop' && bench.journals().length === 0 && child.exitCode === null) await sleep(10)
      await Promise.race([end, sleep(random.next() * LONGEST_MS)])
      before = bench.launches()
      child.kill(fault === 'kill' ? 'SIGKILL' : 'SIGSTOP')
    }
    if (fault === 'vanish') {
      await Promise.race([end, sleep(random.next() * LONGEST_MS)])
      for (const name of PLACES) rmSync(join(bench.directory, name), { recursive: true, force: true })
    }
    await exit
    await other
    const diedMs = performance.now()
    const leftovers = () => bench.leftovers().filter(name => !/^steelyard(\.lock|-record-)/.test(name))
    const isGone = () => processesOf(bench.directory).length === 0 && leftovers().length === 0
    while (!isGone() && performance.now() < diedMs + GONE_MS) await sleep(10)
    const orphaned = processesOf(bench.directory).length
    const ends = other === null ? [await end] : [await end, await other]
    const left = leftovers()
    const lock = join(bench.directory, 'steelyard.lock')
    const release = existsSync(lock) ? tryLock(lock) : () => {}
    if (typeof release === 'function') release()
    const faults = [
      ...ends.flatMap(one => exitFault(command, fault, one)),
      ...left.map(name => `left ${name}`),
      ...(typeof release === 'function' ? [] : ['the lock is held']),
      ...(orphaned === 0 ? [] : [`${orphaned} live`]),
    ]
    const lost = fault === 'kill' || fault === 'stop' ? await lostOf(bench, command, before, faults) : 0
    return {
      ...{ command, fault, lost, orphaned },
      stale: left.length + (typeof release === 'function' ? 0 : 1),
      wrong: ends.flatMap(one => exitFault(command, fault, one)).length,
      note: faults.join('; '),
    }
  } finally {
    await bench.remove()
  }
}

/** What the user's cache holds need not be fetched again. */
function linkRuntimes(bench: Bench): void {
  const cache = join(bench.directory, 'cache', 'steelyard')
  mkdirSync(cache, { recursive: true })
  for (const name of ['runtimes', 'registry']) symlinkSync(cacheFolder(name), join(cache, name))
}

const PLACES = ['cache', 'state', 'results']

/** Words before a command that suffers a fault from its start on. */
function prefixOf(fault: Fault, bench: Bench, registry: string): string[] {
  if (fault === 'full' || fault === 'read-only') return mounting(bench, fault)
  if (fault === 'clock') return ['env', `NODE_OPTIONS=--import=${fixture('stepping-clock.js')}`]
  return registry === '' ? [] : ['env', `npm_config_registry=${registry}`]
}

/** Words that start a command where caches, states and results go to a disk that is full, or may not be written. */
function mounting(bench: Bench, fault: 'full' | 'read-only'): string[] {
  const places = PLACES.map(name => join(bench.directory, name))
  for (const place of places) mkdirSync(place)
  const options = fault === 'full' ? 'size=16k' : 'ro'
  const mounts = places.map(place => `mount -t tmpfs -o ${options} none ${place}`).join(' && ')
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `${mounts} && exec "$@"`, 'sh']
}

/** A registry that refuses, never answers, or gives bytes of another hash; no address for another fault. */
async function registryFor(fault: Fault) {
  const server = createServer((request, response) => {
    if (fault === 'slow') return
    if (request.url?.endsWith('.tgz')) return response.end('something else')
    const name = decodeURIComponent(request.url?.slice(1) ?? '')
    const dist = { tarball: `${address}${name}.tgz`, integrity: `sha512-${'A'.repeat(86)}==` }
    response.end(
      JSON.stringify({ name, versions: { '20.1.0': { name, version: '20.1.0', dist } }, time: {} }),
    )
  })
  if (!REGISTRIES.some(name => name === fault)) return { address: '', [Symbol.asyncDispose]: async () => {} }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  if (fault === 'down') server.close()
  return {
    address,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      if (server.listening) server.close()
    },
  }
}

/** Killed from outside there is no code; a disk that takes nothing costs no more than what should go there. */
function exitFault(command: CommandName, fault: Fault, { code, stderr }: Ended): string[] {
  const isKill = fault === 'kill' || fault === 'stop'
  // A gate may find its slower case, or not in the time.
  const done = command === 'gate' ? [0, 1] : [0]
  const known = EXIT_CODES[fault]
  const right = isKill ? [null, ...done] : known === undefined ? done : [known]
  const isStack = /^\s+at /m.test(stderr)
  return right.includes(code) && !isStack ? [] : [`exit code ${code}: ${stderr.slice(-300)}`]
}

/** Counts launches that had finished before the end and are not found any more. */
async function lostOf(bench: Bench, command: CommandName, before: number, faults: string[]): Promise<number> {
  const [file] = bench.journals()
  // It ended before the fault, which leaves no journal, or had not begun one.
  if (file === undefined) return 0
  const after = bench.launches()
  if (after < before) faults.push(`${before} launches had ended, ${after} are in the journal`)
  const kept = Journal.reopen(file)
  const isLess = kept.size < bench.measured().length
  kept.close()
  if (isLess) faults.push('the journal cannot be read again')
  const lost = Math.max(0, before - after) + (isLess ? 1 : 0)
  if (!MAKES_RECORD.has(command) || after === 0) return lost + (await notResumed(bench, after, faults))
  const wanted = launchesIn(file)
  const { code, stderr } = await bench.run('resume', '--report')
  if (code !== 0) {
    faults.push(`resume --report ended with ${code}: ${stderr.slice(-300)}`)
    return lost + wanted
  }
  const { results } = await readRecord(join(bench.directory, 'run.json'))
  const found = results.reduce((sum, { launches }) => sum + launches.length, 0)
  if (found < wanted) faults.push(`${wanted} launches of contenders in the journal, ${found} in the record`)
  return lost + Math.max(0, wanted - found)
}

/** Returns the launches that are lost to a command which goes on in its own way. */
async function notResumed(bench: Bench, launches: number, faults: string[]): Promise<number> {
  const { code, stderr } = await bench.run('resume', '--report')
  const [, held = '0'] = /: (\d+) measurements? done/.exec(stderr) ?? []
  const isOutdated = stderr.includes('Nothing was resumed')
  // A gate that is not over judges nothing, and a timeline without a step shows none.
  if (code !== 1 && code !== null && !isOutdated && Number(held) >= launches) return 0
  faults.push(`resume --report ended with ${code} and held ${held} of ${launches}: ${stderr.slice(-300)}`)
  return launches
}

/** Launches of contenders that a journal holds. */
function launchesIn(file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n').slice(1, -1)
  const outcomes = lines.map(line => JSON.parse(line)).filter(({ key }) => JSON.parse(key)[1] === 'launch')
  return outcomes.reduce((sum, { value }) => sum + (value.outcome.launches?.length ?? 0), 0)
}

/** Whether a user may mount here. */
export const CAN_MOUNT: boolean =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'])
    .status === 0
