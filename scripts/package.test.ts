// The published package, built, packed, unpacked into an empty project with an empty home, and used there. Its dependencies
// are linked from this repository: `node scripts/acceptance.ts package` has npm install all of it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, unlinkSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRecord } from '../packages/record/src/index.ts'
import { COMMAND, CONSUMER_TYPES, Consumer, examples, linkPackage } from './build/consumer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-package-'))
const consumer = new Consumer(join(directory, 'project'))

const INSTALLED = join(consumer.folder, 'node_modules/steelyard')

before(async () => {
  execFileSync(process.execPath, ['scripts/build.ts', directory], { cwd: ROOT })
  await linkPackage(join(directory, 'steelyard-0.1.0.tgz'), consumer.folder)
})
after(() => rmSync(directory, { recursive: true, force: true }))

function filesInstalled(): string[] {
  return globSync('**', { cwd: INSTALLED }).sort()
}

test('the tarball has the suites, the types and the licence, no test and no record', () => {
  const files = filesInstalled()
  for (const file of ['README.md', 'LICENSE', 'docs/api.md', 'bench/json-reviver/suite.ts']) {
    assert.ok(files.includes(file), file)
  }
  assert.deepEqual(
    files.filter(file => /\.test\.|(^|\/)(test|fixtures|results|node_modules)(\/|$)|\.tgz$/.test(file)),
    [],
  )
  const typeScript = files.filter(
    file => /(?<!\.d)\.tsx?$/.test(file) && !/^bench\/|\.bench\.ts$|\/template\//.test(file),
  )
  assert.deepEqual(typeScript, [], 'what Node runs is JavaScript')
  const names = files
    .filter(file => file.endsWith('.js'))
    .flatMap(file => readFileSync(join(INSTALLED, file), 'utf8').match(/(?<=")[\w./-]+\.ts(?=")/g) ?? [])
  assert.deepEqual(
    [...new Set(names)].filter(name => !/suite\.ts$|\.bench\.ts$/.test(name)),
    [],
  )
})

test('types show in an editor', () => {
  consumer.write('consumer.ts', CONSUMER_TYPES)
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  for (const [module, moduleResolution] of [
    ['preserve', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ]) {
    const options =
      `--noEmit --strict --exactOptionalPropertyTypes --target es2024 --lib es2024 --types `.split(' ')
    const rest = ['--module', module ?? '', '--moduleResolution', moduleResolution ?? '', 'consumer.ts']
    execFileSync(compiler, [...options, ...rest], {
      cwd: consumer.folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  }
})

test('both commands run, and write nothing but the record', async () => {
  const filesBefore = filesInstalled()
  const look = ['--quick', '--time', '1', '--runtime', 'node']
  // Any other Node hands over to the pinned one.
  const other = join(directory, 'node')
  copyFileSync(process.execPath, other)
  const [own, shipped, help, list] = await Promise.all([
    consumer.run(process.execPath, COMMAND, './my.bench.ts', ...look),
    consumer.run(other, COMMAND, 'json-reviver', '--case', 'parse', ...look, '--json', '-'),
    consumer.run(other, COMMAND, '--help'),
    consumer.run(process.execPath, COMMAND, 'list'),
  ])
  assert.equal(own.code, 0, own.stderr)
  assert.match(own.stdout, /array-copy: Which way.*slice.*spread.*Record: results\/local\//s)
  const [file = ''] = globSync('results/local/*array-copy*.json', { cwd: consumer.folder })
  const { steelyard, results } = await readRecord(join(consumer.folder, file))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok', 'ok'],
  )
  assert.equal(steelyard.version, '0.1.0')
  assert.match(steelyard.commit ?? '', /^[0-9a-f]{40}(-dirty)?$/)
  assert.equal(shipped.code, 0, shipped.stderr)
  assert.equal(JSON.parse(shipped.stdout).results[0].status, 'ok')
  assert.match(help.stdout, /^Usage: steelyard .* {2}steelyard json-reviver/s)
  assert.equal(list.code, 0, list.stderr)
  for (const suite of globSync('*/suite.ts', { cwd: join(ROOT, 'bench') }).map(dirname)) {
    assert.match(list.stdout, new RegExp(`^${suite}$`, 'm'))
  }
  assert.deepEqual(filesInstalled(), filesBefore)
})

test('the examples of docs/api.md run', async () => {
  // As they are, but for less time.
  for (const [file, text] of examples('js'))
    consumer.write(file, text.replace('timeSeconds: 5', 'timeSeconds: 1'))
  const run = (file: string) => consumer.run(process.execPath, file)
  const both = await Promise.all([run('run.mjs'), run('compare.mjs')])
  const [ran, compared, read] = [...both, await run('read.mjs')]
  assert.deepEqual(
    [ran?.code, compared?.code, read?.code],
    [0, 0, 0],
    [ran, compared, read].map(one => one?.stderr).join('\n'),
  )
  assert.match(ran?.stdout ?? '', /^slice on node@\S+: ok, .* ns \[.*\]\nspread on/)
  assert.match(read?.stdout ?? '', /Which way of copying an array is fastest\?/)
})

test('mistakes end in one sentence', async () => {
  const fails = async (pattern: RegExp, ...args: string[]) => {
    const { code, stderr } = await consumer.run(process.execPath, COMMAND, ...args)
    assert.match(stderr, pattern)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.equal(code, 2)
  }
  consumer.write('none.bench.ts', 'export const x = 1')
  await fails(
    /Cannot find the suite file \.\/nothing\.bench\.ts: there is no such file/,
    './nothing.bench.ts',
  )
  await fails(/Cannot (bundle|load) .*none\.bench\.ts/, './none.bench.ts', '--runtime', 'node')
  unlinkSync(join(consumer.folder, 'node_modules/@oven', bunPackage()))
  await fails(
    /Cannot run bun: its package @oven\/bun-\S+ is not installed\./,
    './my.bench.ts',
    '--runtime',
    'bun',
  )
  unlinkSync(join(consumer.folder, 'node_modules', nodePackage()))
  await fails(
    /Cannot run node: its package \S+ is not installed\. Install again with optional packages/,
    'list',
  )
})

function bunPackage(): string {
  return globSync('bun-*', { cwd: join(consumer.folder, 'node_modules/@oven') })[0] ?? ''
}

function nodePackage(): string {
  return globSync('node-{linux,darwin,bin}*', { cwd: join(consumer.folder, 'node_modules') })[0] ?? ''
}
