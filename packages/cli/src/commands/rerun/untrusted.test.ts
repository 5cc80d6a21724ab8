import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { readCommandLine, SILENT } from '../../command-line.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { sentName } from '../fleet/sent-names.ts'
import { planRepetition } from './repeat.ts'
import { untrustedIn, untrustedParts } from './untrusted.ts'

const judged = (suites: readonly string[], runtimes: readonly string[], flags: readonly string[] = []) =>
  untrustedIn({ suites, runtimes, flags }, ['/given/node'])

test('untrustedIn takes suites of this repository, exact versions and builds that the user placed', () => {
  const runtimes = ['node', 'node@24.10.0', 'workerd@1.20251008.0', 'node=/given/node']
  assert.deepEqual(judged(['trig', 'json-reviver/parse', 'all'], runtimes), [])
})

test('untrustedIn shows everything else, word for word', () => {
  for (const word of [
    './trig.ts',
    'trig/x.bench.ts',
    '/trig',
    '.',
    'x.mjs',
    'trig.cts',
    '../bench/trig/suite.ts',
  ]) {
    const file = resolve(word)
    const place = file === word ? '' : ` (${file})`
    assert.deepEqual(judged([word], ['node']), [`a suite file, which is code: ${word}${place}`])
  }
  assert.equal(judged(['no-such-suite'], ['node']).length, 1)
  const sent = `sha256:${'a'.repeat(64)}/\x1b[8m`
  assert.deepEqual(judged([sent], ['node']), [
    `a suite that was sent, which is code: ${sent.replace('\x1b', '\\x1b')}`,
  ])
  for (const version of [
    'latest',
    '26',
    '26.10',
    'v26.10.0',
    '^26.10.0',
    '26.10.0+x',
    'file:x',
    '../x',
    'git+ssh://x',
  ]) {
    assert.deepEqual(judged(['trig'], [`node@${version}`]), [
      `a version that is not one release: node@${version}`,
    ])
  }
  assert.deepEqual(judged(['trig'], ['node=/other/node']), ['a binary for node: /other/node'])
  assert.deepEqual(judged(['trig'], ['node@24.10.0'], ['--prof', '--opt']), [
    'a flag for node@24.10.0: --prof',
    'a flag for node@24.10.0: --opt',
  ])
  assert.deepEqual(judged(['trig'], ['NODE_ENV=production X=\x1b[2J deno --prof']), [
    'a flag for deno: --prof',
    'an environment variable for deno: NODE_ENV=production',
    'an environment variable for deno: X=\\x1b[2J',
  ])
})

test('records of this repository can be repeated without a question', async () => {
  for (const name of ['results/trig', 'results/web-api', 'results/compare/json-reviver-node-22-26']) {
    const file = new URL(`../../../../../${name}.json`, import.meta.url)
    const record = JSON.parse(readFileSync(file, 'utf8')) as RunRecord
    const read = (args: readonly string[]) => readCommandLine(args, SILENT).options as RunCommandOptions
    const { options } = await planRepetition(record, new Map(), read)
    assert.deepEqual(untrustedIn(options.selection, []), [], name)
  }
})

test('untrustedIn shows expressions and their setup, which are code', () => {
  const suites = [{ expressions: ['x.slice()', 'a\u202eb'], setup: 'const x = []\nrun()' }]
  assert.deepEqual(untrustedIn({ suites, runtimes: [], flags: [] }, []), [
    'an expression, which is code: x.slice()',
    'an expression, which is code: a\\u{202e}b',
    'its setup, which is code: const x = []\\x0arun()',
  ])
})

const HASH = 'ab'.repeat(32)
const kindsOf = (suites: readonly string[], runtimes: readonly string[]) =>
  untrustedParts({ suites, runtimes, flags: [] }, []).map(({ kind }) => kind)

test('untrustedParts tells what was sent from what is a path', () => {
  assert.deepEqual(kindsOf(['trig'], ['node@26.10.0']), [])
  assert.deepEqual(kindsOf([sentName(HASH)], [`node~x=${sentName(HASH)}`]), ['suites', 'builds'])
  assert.deepEqual(kindsOf([`${sentName(HASH)}/a-case`], ['node']), ['suites'])
  for (const path of ['./node', `${sentName(HASH)}/../node`, `./${sentName(HASH)}`, 'sha256:ab']) {
    assert.deepEqual(kindsOf(['trig'], [`node=${path}`]), ['paths'], path)
  }
  for (const file of ['./x.ts', `./${sentName(HASH)}`, `${sentName(HASH)}x`]) {
    assert.deepEqual(kindsOf([file], ['node']), ['files'], file)
  }
  const runtimes = [`A=1 node=${sentName(HASH)} --require=./x`]
  assert.deepEqual(kindsOf(['trig'], runtimes), ['builds', 'flags', 'environment'])
})
