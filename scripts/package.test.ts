// The published package: built, packed, installed by npm into an empty project with an empty home, and used there on the
// Nodes that people have. The registry is asked for the few packages that are not inside of it and for these Nodes; the
// runtimes are those of this repository, put where a fetch would have put them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseTarget, resolveTarget } from '../packages/launcher/src/index.ts'
import { DEFAULT_TARGETS } from '../packages/measure/src/targets/targets.ts'
import { readRecord } from '../packages/record/src/index.ts'
import {
  assertNoRuntime,
  COMMAND,
  CONSUMER_TYPES,
  Consumer,
  examples,
  fillCache,
  install,
  unreachable,
} from './build/consumer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-package-'))
const project = new Consumer(join(directory, 'npm'))
const INSTALLED = join(project.folder, 'node_modules/steelyard')
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:1/' }

let nodes: { readonly 22: string; readonly 24: string }
/** A cache with every default runtime in it, and no registry: nothing is fetched. */
let allHere: Readonly<Record<string, string>>

const skip = await unreachable()

before(async () => {
  if (skip) return
  execFileSync(process.execPath, ['scripts/build.ts', directory], { cwd: ROOT })
  const builds = await Promise.all(
    ['node@22.12.0', 'node@24', ...DEFAULT_TARGETS].map(text => resolveTarget(parseTarget(text), directory)),
  )
  const [node22 = '', node24 = ''] = builds.map(({ binary }) => binary)
  nodes = { 22: node22, 24: node24 }
  fillCache(join(directory, 'cache'), builds.slice(2))
  allHere = { XDG_CACHE_HOME: join(directory, 'cache'), ...NO_REGISTRY }
  const add = ['npm', 'install', '--no-audit', '--no-fund', '--cache', join(directory, 'caches/npm')]
  await install(add, join(directory, 'steelyard-0.1.0.tgz'), project, {
    node: node22,
    caches: join(directory, 'caches'),
  })
})
after(() => rmSync(directory, { recursive: true, force: true }))

function filesInstalled(): string[] {
  return globSync('**', { cwd: INSTALLED, exclude: ['node_modules'] }).sort()
}

test('the tarball has the suites, the types and the licence, no test and no record', { skip }, () => {
  const files = filesInstalled()
  const linked = [
    ...['SECURITY.md', 'docs/ci/build-against-last.yml', 'docs/fleet/Containerfile'],
    'packages/cli/config-1.schema.json',
  ]
  for (const file of ['README.md', 'LICENSE', 'docs/api.md', 'bench/json-reviver/suite.ts', ...linked]) {
    assert.ok(files.includes(file), file)
  }
  assert.deepEqual(
    files.filter(file => /\.test\.|(^|\/)(test|fixtures|results)(\/|$)|\.tgz$/.test(file)),
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

test('npm installs its command alone, and no runtime', { skip }, () => assertNoRuntime(project))

test('types show in an editor', { skip }, async () => {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  project.write('consumer.ts', CONSUMER_TYPES)
  for (const [module, moduleResolution] of [
    ['preserve', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const options =
      '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes --target es2024 --lib es2024 --types '
    const rest = ['--module', module, '--moduleResolution', moduleResolution, 'consumer.ts']
    const { code, stdout } = await project.runWith({}, compiler, ...options.split(' '), ...rest)
    assert.equal(code, 0, stdout)
  }
})

test('before anything was fetched, both Nodes explain, make a suite and show a record', {
  skip,
}, async () => {
  const shown = join(ROOT, 'results/trig.json')
  const cache = join(directory, 'empty')
  const runOn = (version: 22 | 24, ...args: string[]) =>
    project.runWith({ ...NO_REGISTRY, XDG_CACHE_HOME: cache }, nodes[version], COMMAND, ...args)
  const [help, named, made, report, same, data, needy, wrong] = await Promise.all([
    runOn(22, '--help'),
    runOn(24, '--version'),
    runOn(22, 'new', 'array-sort'),
    runOn(22, 'report', shown, '--markdown', '-'),
    runOn(24, 'report', shown, '--markdown', '-'),
    runOn(24, 'export', shown, '--format', 'benchstat', '--out', '-'),
    runOn(22, './my.bench.ts'),
    runOn(24, '--no-such-option'),
  ])
  for (const words of [['init'], ['status'], ['gather', 'x'], ['cancel', 'x']]) {
    const { stderr } = await runOn(24, 'fleet', ...words)
    assert.match(stderr, /^Cannot find the fleet: no address of its database was given\./)
  }
  // It may load suites to send them.
  const sent = await runOn(24, 'fleet', 'run', 'trig', '--runtime', 'node@26.10.0')
  assert.match(sent.stderr, /The pinned node@\S+ is downloaded when it is first needed\.\n$/)
  assert.match(help.stdout, /^Usage: steelyard .* {4}npx steelyard json-reviver$/ms)
  assert.match(named.stdout, /^steelyard 0\.1\.0 \([0-9a-f]{7}(, edited)?\)\n$/)
  assert.match(made.stdout, /^Wrote array-sort\.bench\.ts\n/)
  assert.match(report.stdout, /^### trig/m)
  assert.equal(same.stdout, report.stdout)
  assert.match(data.stdout, /^BenchmarkTrig/m)
  assert.deepEqual(
    [help, named, made, report, data].map(({ code }) => code),
    [0, 0, 0, 0, 0],
  )
  assert.equal(
    needy.stderr
      // Node 22.12 warns of what was experimental then.
      .replaceAll(/^\(.*\n/gm, '')
      .replace(/node-\S+: /, 'PACKAGE: ')
      .replaceAll(/@[\d.]+/g, '@VERSION'),
    "Cannot ask the npm registry for PACKAGE: it refuses the connection. Check the network and the registry that 'npm config get registry' shows. The pinned node@VERSION is downloaded when it is first needed.\n",
  )
  assert.match(wrong.stderr, /unknown option '--no-such-option'/)
  assert.deepEqual([needy.code, wrong.code], [2, 2])
  assert.deepEqual(globSync('steelyard/runtimes/*/*', { cwd: cache }), [])
})

test('both commands run on either Node, and write nothing but the record', { skip }, async () => {
  const filesBefore = filesInstalled()
  const look = ['--quick', '--time', '1']
  // Processes that run at the same time make the batches of workerd, whose clock is coarse, look false.
  const measured = ['node', 'deno', 'bun']
  const targets = measured.flatMap(name => ['--runtime', name])
  const mine = ['./my.bench.ts', '--by', 'targets', '--case', 'slice', ...targets]
  const theirs = ['json-reviver', '--case', 'parse', '--runtime', 'node', '--json', '-']
  const own = await project.runWith(allHere, nodes[22], COMMAND, ...mine, ...look)
  const [shipped, list, known] = await Promise.all([
    project.runWith(allHere, nodes[24], COMMAND, ...theirs, ...look),
    project.runWith(allHere, nodes[24], COMMAND, 'list'),
    project.runWith(allHere, nodes[22], COMMAND, 'runtimes', 'install', ...DEFAULT_TARGETS),
  ])
  assert.equal(own.code, 0, own.stdout + own.stderr)
  assert.match(own.stdout, /array-copy +Which way.*slice.*Record: results\/local\//s)
  const [file = ''] = globSync('results/local/*array-copy*.json', { cwd: project.folder })
  const record = await readRecord(join(project.folder, file))
  assert.deepEqual(
    record.targets.map(({ runtime }) => runtime),
    measured,
  )
  assert.equal(record.steelyard.version, '0.1.0')
  assert.match(record.steelyard.commit ?? '', /^[0-9a-f]{40}(-dirty)?$/)
  assert.equal(known.stdout.match(/ is installed, /g)?.length, DEFAULT_TARGETS.length, known.stderr)
  assert.equal(shipped.code, 0, shipped.stderr)
  assert.equal(JSON.parse(shipped.stdout).results[0].status, 'ok')
  assert.equal(list.code, 0, list.stderr)
  for (const suite of globSync('*/suite.ts', { cwd: join(ROOT, 'bench') }).map(dirname)) {
    assert.match(list.stdout, new RegExp(`^${suite}$`, 'm'))
  }
  assert.deepEqual(filesInstalled(), filesBefore)
})

test('the examples of docs/api.md run', { skip }, async () => {
  // As they are, but for less time.
  for (const [file, text] of examples('js'))
    project.write(file, text.replace('timeSeconds: 5', 'timeSeconds: 1'))
  const run = (file: string) => project.runWith(allHere, nodes[24], file)
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

test('mistakes end in one sentence', { skip }, async () => {
  const fails = async (pattern: RegExp, environment: Readonly<Record<string, string>>, ...args: string[]) => {
    const { code, stderr } = await project.runWith(environment, nodes[22], ...args)
    assert.match(stderr, pattern)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.equal(code, 2)
  }
  project.write('none.bench.ts', 'export const x = 1')
  project.write('no-folder', '')
  await Promise.all([
    fails(
      /Cannot find the suite file \.\/nothing\.bench\.ts: there is no such file/,
      allHere,
      COMMAND,
      './nothing.bench.ts',
    ),
    fails(/Cannot (bundle|load) .*none\.bench\.ts/, allHere, COMMAND, './none.bench.ts', '--runtime', 'node'),
    fails(
      /^Cannot write to the cache folder .*: (EEXIST|ENOTDIR)\. Set XDG_CACHE_HOME to a folder that can be written\. The pinned/,
      { XDG_CACHE_HOME: join(project.folder, 'no-folder') },
      ...[COMMAND, 'list'],
    ),
    fails(
      /^Cannot start: this is Node 22\.11\.0\. Run it with Node 22\.12 or newer\.\n$/,
      {},
      '--import',
      `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.11.0' })`,
      ...[COMMAND, '--help'],
    ),
  ])
})
