// Catches a run that hangs, or loses more than the app at fault, when ports or file descriptors run out.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { Bench, ended, processesOf } from './bench-process.ts'
import { writeServerSuite } from './server-suite.ts'

/** Starts what follows in a network of its own, with so few ports that 100 connections cannot be made. */
const FEW_PORTS = [
  ...['unshare', '--map-root-user', '--net', '--', 'sh', '-c'],
  'ip link set lo up && echo "40000 40050" > /proc/sys/net/ipv4/ip_local_port_range && exec "$@"',
  'sh',
]
/** Enough for the host and the load generator. */
const FEW_FILES = ['prlimit', '--nofile=300:300']

const APPS = {
  good: "export default { fetch: () => new Response('hello') }",
  // Every request opens a file and never closes it.
  hoards: `import { openSync } from 'node:fs'
export default { fetch: () => (openSync('/dev/null'), new Response('hello')) }`,
}

const bench = new Bench()
let suite: string
before(async () => {
  suite = await writeServerSuite(
    bench.directory,
    'short',
    APPS,
    `compare: 'cases', params: { load: ['moderate'] }`,
  )
})
after(() => bench.remove())

function cannotStart(prefix: readonly string[]): string | false {
  const [file = '', ...args] = prefix
  return spawnSync(file, [...args, 'true']).status === 0 ? false : `${file} is not there, or not allowed here`
}

async function shortOf(prefix: readonly string[], ...words: string[]) {
  const options = ['--quick', '--time', '2', '--no-save', '--json', '-']
  const { code, stdout, stderr } = await ended(bench.start([suite, ...words, ...options], prefix))
  assert.equal(code, 1, stderr)
  assert.deepEqual(processesOf(bench.directory), [])
  assert.deepEqual(bench.leftovers(), [])
  return (JSON.parse(stdout) as RunRecord).results
}

test('without free ports every contender says so in one sentence, and no process is left', {
  skip: cannotStart(FEW_PORTS),
}, async () => {
  const results = await shortOf(FEW_PORTS, '--case', 'good', '--runtime', 'bun', '--runtime', 'workerd')
  assert.equal(results.length, 2)
  for (const { status, error } of results) {
    assert.equal(status, 'failed')
    assert.match(
      errorText(error),
      /failed under load: no local port was free for a connection (once|\d+ times): wait a minute, or widen net\.ipv4\.ip_local_port_range\.$/,
    )
  }
})

test('an app that opens all the files it may is lost, and the other one is measured', {
  skip: cannotStart(FEW_FILES),
}, async () => {
  const [good, hoards] = await shortOf(FEW_FILES, '--runtime', 'node')
  assert.equal(good?.status, 'ok', errorText(good?.error))
  assert.ok((good?.launches.length ?? 0) > 0)
  assert.equal(hoards?.status, 'failed')
  assert.match(errorText(hoards?.error), /failed under load: the answer had another status .*\(500 for 200\)/)
})
