import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuClockOf } from '../src/machine/cpu-clock.ts'
import { findExecutable } from '../src/machine/executables.ts'
import { launch } from '../src/process/launch.ts'
import { LaunchError } from '../src/process/launch-error.ts'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { isRunning } from './is-running.ts'
import { writtenEntry, writtenSuite } from './written-suite.ts'

const SUITE = fileURLToPath(new URL('fixtures/contract.bench.ts', import.meta.url))
const ORPHAN = fileURLToPath(new URL('fixtures/orphan-maker.ts', import.meta.url))
const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

let directory: string

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-life-'))
})
after(() => rm(directory, { recursive: true, force: true }))

async function script(name: string, text: string, mode = 0o755): Promise<string> {
  const file = join(directory, name)
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

for (const how of ['', 'exec ']) {
  test(
    `launch works through a wrapper script ${how === '' ? 'without' : 'with'} exec, and kills what it started`,
    linux,
    async () => {
      const pinned = await resolveTarget(parseTarget('node'), directory)
      const wrapper = await script(`wrapper${how.trim()}`, `#!/bin/sh\n${how}"${pinned.binary}" "$@"\n`)
      const target = await resolveTarget(parseTarget(`node=${wrapper}`), directory)
      assert.equal(target.version, pinned.version)
      const contender = await launch({
        target,
        entry: await writtenEntry(target.runner, directory),
        bundle: await writtenSuite(SUITE, directory),
        directory: join(directory, 'contender'),
        core: null,
        compatibilityDate: null,
      })
      await contender.exchange({ type: 'load' })
      await contender.exchange({
        type: 'prepare',
        caseId: 'busy-50-ms',
        params: { size: 10 },
        expectedDigest: null,
      })
      const before = contender.cpuNs() ?? 0
      await contender.exchange({ type: 'run', iterations: 2 })
      // The runtime's own time, not that of the shell around it.
      assert.ok((contender.cpuNs() ?? 0) - before > 10e6)
      await contender.kill()
      assert.equal(isRunning(contender.pid), false)
    },
  )
}

const WRONG: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  ['a missing file', async () => join(directory, 'nowhere'), /there is no such file/],
  ['a folder without a build', async () => directory, /there is none of node, out\/Release\/node/],
  ['a file without the run bit', () => script('plain', '#!/bin/sh\n', 0o644), /it is not executable/],
  [
    'a program that is no runtime',
    () => script('liar', '#!/bin/sh\necho hello\n'),
    /does not print a version as node does/,
  ],
  [
    'a file that cannot be run',
    () => script('garbage', '\x7fELF nonsense'),
    /does not print a version as node does/,
  ],
]
for (const [what, make, message] of WRONG) {
  test(`resolveTarget refuses ${what} in one sentence`, async () => {
    await assert.rejects(resolveTarget(parseTarget(`node=${await make()}`), directory), (error: unknown) => {
      assert.ok(error instanceof LaunchError)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /\n/)
      return true
    })
  })
}

test('resolveTarget refuses another runtime under the wrong name', async () => {
  const bun = await resolveTarget(parseTarget('bun'), directory)
  await assert.rejects(
    resolveTarget(parseTarget(`node=${bun.binary}`), directory),
    /does not print a version as node does/,
  )
})

test('cpuClockOf keeps the time of a thread that has ended', linux, async () => {
  // Waits, lets a worker thread spin for 200 ms of its own CPU time and end, then waits again.
  const program = `
    const { Worker } = require('node:worker_threads')
    process.stdin.once('data', () => {
      const spin = 'const end = process.cpuUsage().user + 200e3; while (process.cpuUsage().user < end);'
      new Worker(spin, { eval: true }).once('exit', () => console.log('done'))
      process.stdin.resume()
    })
    console.log('ready')`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = () => new Promise(resolve => child.stdout.once('data', resolve))
  try {
    await said()
    const clock = cpuClockOf(child.pid ?? 0)
    const before = clock() ?? 0
    child.stdin.write('go')
    await said()
    const used = (clock() ?? 0) - before
    assert.ok(used >= 190e6, `${used} ns`)
  } finally {
    child.kill('SIGKILL')
  }
})

test('a contender in an endless loop dies when its host is killed', {
  skip: linux.skip ?? (findExecutable('setpriv') ? false : 'needs setpriv'),
}, async () => {
  const host = spawn(process.execPath, ['--no-warnings', ORPHAN, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await new Promise(resolve => host.stdout.once('data', resolve)))
  assert.doesNotThrow(() => process.kill(pid, 0))
  host.kill('SIGKILL')
  for (let tries = 0; tries < 100 && isRunning(pid); tries++) await sleep(50)
  assert.equal(isRunning(pid), false)
})
