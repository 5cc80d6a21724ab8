import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ShellName } from '@steelyard/runners'
import { launch } from '../src/process/launch.ts'
import { LaunchError } from '../src/process/launch-error.ts'
import { isKnownFlag, knownFlags } from '../src/targets/ask-binary.ts'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { HERMES } from './shells.ts'
import { writtenEntry, writtenSuite } from './written-suite.ts'

const SUITE = new URL('fixtures/contract.bench.ts', import.meta.url)
const FAKE = new URL('fixtures/fake-shell.mjs', import.meta.url)

let directory: string

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-fake-shells-'))
  for (const kind of ['d8', 'qjs']) {
    const text = `#!${process.execPath}\nimport('${FAKE}').then(({ run }) => run('${kind}'))\n`
    await writeFile(join(directory, kind), text, { mode: 0o755 })
  }
})
after(() => rm(directory, { recursive: true, force: true }))

const targetOf = (text: string) => resolveTarget(parseTarget(text), directory)

for (const [name, engine] of [
  ['d8', '14.6.202.34'],
  ['qjs', '2026-05-21'],
] as const) {
  test(`${name} reads its commands, times batches and lacks what runtimes have`, async () => {
    const target = await targetOf(`${name}=${join(directory, name)}`)
    assert.equal(target.engineVersion, engine)
    const contender = await launch({
      target,
      entry: await writtenEntry(target.runner, directory),
      bundle: await writtenSuite(SUITE.pathname, directory),
      directory: join(directory, `launch-${name}`),
      core: null,
      compatibilityDate: null,
    })
    try {
      const { reply } = await contender.exchange({ type: 'load' })
      assert.equal(reply.suite.name, 'contract')
      const { reply: clocked } = await contender.exchange({ type: 'clock' })
      assert.ok(clocked.resolutionNs > 0 && clocked.resolutionNs < 1e6, String(clocked.resolutionNs))
      const prepare = (caseId: string) =>
        contender.exchange({ type: 'prepare', caseId, params: { size: 10 }, expectedDigest: null })
      await assert.rejects(prepare('environment'), (error: unknown) => {
        assert.ok(error instanceof LaunchError)
        assert.equal(error.failure, 'unsupported')
        assert.equal(error.message, 'needs process, which this shell does not have')
        return true
      })
      await prepare('busy-50-ms')
      const { reply: ran, hostNs } = await contender.exchange({ type: 'run', iterations: 1 })
      assert.ok(ran.durationNs >= 49e6 && ran.durationNs <= hostNs, `${ran.durationNs} of ${hostNs}`)
    } finally {
      await contender.kill()
    }
  })
}

test('a shell of d8 that passes over a flag is asked for its list', async () => {
  const target = await targetOf(`d8=${join(directory, 'd8')}`)
  const known = await knownFlags(target, join(directory, 'flags'))
  assert.deepEqual(
    ['--no-opt', '--no-such-flag'].map(flag => isKnownFlag(flag, known)),
    [true, false],
  )
  assert.ok(target.runner.flagList.ignoresUnknown?.('--no-such-flag'))
})

const WRONG: readonly (readonly [text: string, message: RegExp])[] = [
  ['jsc', /^Cannot run jsc: no package of it is known for .*\. Give a binary with jsc=<path>\.$/],
  ['qjs@2025.1.1', /^Cannot run qjs: no package of it is known/],
  ['js=/no/such/js', /^Cannot run js=\/no\/such\/js: there is no such file\. Give the path of a js binary/],
]

for (const [text, message] of WRONG) {
  test(`${text} is refused in one sentence`, async () => {
    await assert.rejects(targetOf(text), { message })
  })
}

test('a binary of another kind is refused in one sentence', async () => {
  const others = [process.execPath, '/bin/true', join(directory, 'd8'), join(directory, 'qjs'), HERMES]
  const names: readonly ShellName[] = ['d8', 'jsc', 'js', 'qjs', 'hermes']
  await Promise.all(
    names.flatMap(name =>
      others.map(async path => {
        if (path === null || path.endsWith(name)) return
        await assert.rejects(targetOf(`${name}=${path}`), (error: Error) => {
          assert.equal(
            error.message,
            `Cannot run ${name}=${path}: the file does not print a version as ${name} does. Give the path of a ${name} binary.`,
          )
          return true
        })
      }),
    ),
  )
})
