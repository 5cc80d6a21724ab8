import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HARMLESS_FLAGS, isHarmlessFlag, type PackagedName } from '@steelyard/runners'
import fc from 'fast-check'
import { cachedFlags } from '../src/cache/flag-cache.ts'
import { isKnownFlag, knownFlags } from '../src/targets/known-flags.ts'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-harmless-'))
process.env.XDG_CACHE_HOME = join(directory, 'cache')
after(() => rmSync(directory, { recursive: true, force: true }))

const RUNTIMES = Object.keys(HARMLESS_FLAGS) as PackagedName[]
const NAMES = RUNTIMES.flatMap(runtime => {
  const { dashed, jsc } = HARMLESS_FLAGS[runtime]
  return [...Object.keys(dashed).map(name => `--${name}`), ...Object.keys(jsc)]
})

test('every harmless flag is one that a pinned runtime of its list knows, and what was asked is cached', async () => {
  const known = new Map<PackagedName, readonly string[]>()
  for (const runtime of RUNTIMES) {
    const target = await resolveTarget(parseTarget(runtime), directory)
    const flags = await knownFlags(target, join(directory, runtime))
    assert.deepEqual(await cachedFlags({ runtime, sha256: target.sha256 }), flags)
    known.set(runtime, flags)
  }
  for (const runtime of RUNTIMES) {
    const { dashed, jsc } = HARMLESS_FLAGS[runtime]
    const alike = RUNTIMES.filter(other => HARMLESS_FLAGS[other].dashed === dashed)
    for (const name of Object.keys(dashed)) {
      const isKnown = alike.some(other => isKnownFlag(`--${name}`, known.get(other) ?? []))
      assert.equal(isKnown, true, `${runtime} --${name}`)
    }
    for (const name of Object.keys(jsc)) assert.equal(known.get(runtime)?.includes(`${name}=`), true, name)
  }
})

test('isHarmlessFlag takes the kinds of values that are listed', () => {
  const harmless: readonly (readonly [PackagedName, string])[] = [
    ['node', '--max-semi-space-size=64'],
    ['node', '--no-opt'],
    ['deno', '--maglev'],
    ['workerd', '--no-turbofan'],
    ['bun', 'useFTLJIT=0'],
    ['bun', 'useJIT=false'],
    ['bun', 'thresholdForJITAfterWarmUp=10'],
    ['bun', '--smol'],
  ]
  for (const [runtime, flag] of harmless) assert.equal(isHarmlessFlag(runtime, flag), true, flag)
})

test('isHarmlessFlag refuses other flags, and values out of their kind', () => {
  const size = '--max-semi-space-size'
  const refused = [
    ...['--import=data:text/javascript,1', '--require=/x.js', '--require', '-r', '-e', '--eval=1', '-p1'],
    ...['--env-file=.env', '--experimental-loader=./x.mjs', '--inspect', '--inspect=0.0.0.0:9229'],
    ...['--openssl-config=/x', '--diagnostic-dir=/x', '--cpu-prof', '--cpu-prof-dir=/x', '--heap-prof'],
    ...['--logfile=/x', '--log', '--prof', '--redirect-code-traces-to=/x', '--trace-turbo', '--perf-prof'],
    ...['--trace-opt', '--snapshot-blob=/x', '--build-snapshot', '--v8-flags=--opt', '--preload=/x'],
    ...['--preload', '--config=/x', '--cwd=/', '--allow-natives-syntax', '--maglev-filter=*', '--', '-'],
    ...[size, `${size}=`, `${size}=-1`, `${size}=1e3`, `${size}=0x10`, `${size}=1.5`, `${size}=0`],
    ...[
      `${size}=65537`,
      `${size}=99999999999`,
      `${size}=64 `,
      `${size}=64\n`,
      ` ${size}=64`,
      `${size}=64,--log`,
    ],
    ...[
      `${size}==64`,
      `${size}=64=64`,
      `--no${size.slice(1)}`,
      `--no-${size.slice(2)}=64`,
      '--max-semi-space-size=６４',
    ],
    ...[
      '--opt=1',
      '--opt=',
      '--opt=/x',
      '--no-opt=0',
      '--no-no-opt',
      '--opt,--log',
      '--OPT',
      '--оpt',
      '--opt\0',
    ],
    ...[
      '--constructor',
      '--no-constructor',
      '--__proto__',
      '--toString',
      'constructor=1',
      'hasOwnProperty=0',
    ],
    ...['useFTLJIT', 'useFTLJIT=2', 'useFTLJIT=yes', 'useFTLJIT=', '--useFTLJIT=1', '--no-useFTLJIT'],
    ...['maximumInliningDepth=true', 'maximumInliningDepth=101', 'maximumInliningDepth=1.5'],
    ...['dumpDisassembly=1', 'configFile=/x', 'functionOverrides=/x', 'useJITDump=1', 'jitDumpDirectory=/x'],
    ...['', 'node', './x.js', 'https://example.com/x.js'],
  ]
  for (const flag of refused) {
    for (const runtime of RUNTIMES) assert.equal(isHarmlessFlag(runtime, flag), false, `${runtime} ${flag}`)
  }
  assert.equal(isHarmlessFlag('node', 'useFTLJIT=0'), false)
  assert.equal(isHarmlessFlag('bun', '--no-opt'), false)
})

test('no flag that isHarmlessFlag takes holds a path, an address, a list or a space', () => {
  const piece = fc.oneof(
    fc.constantFrom(...NAMES),
    fc.constantFrom(
      '--',
      '--no-',
      '-',
      '=',
      '=1',
      '=64',
      '=true',
      '/',
      '\\',
      ',',
      ' ',
      '\n',
      ':',
      '://',
      '..',
      '~',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.nat().map(String),
  )
  const flags = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => pieces.join(''))
  let taken = 0
  fc.assert(
    fc.property(fc.constantFrom(...RUNTIMES), flags, (runtime, flag) => {
      if (!isHarmlessFlag(runtime, flag)) return
      taken++
      assert.match(flag, /^(?:--[a-z0-9-]+(?:=[0-9]+)?|[A-Za-z0-9]+=(?:[0-9]+|true|false))$/)
      assert.doesNotMatch(flag, /[\s,/\\:~'"]|\.\./)
    }),
    { numRuns: 20_000, seed: 1 },
  )
  assert.ok(taken > 100, `only ${taken} of the tries were flags`)
})
