import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { UsageError } from '@steelyard/measure'
import { readCommandLine } from '../command-line.ts'
import type { RunCommandOptions } from '../options/run-options.ts'
import { CONFIG_NAME, configOf, KEYS } from './config.ts'
import { withOptions } from './with-config.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'steelyard-config-')))
const before = process.cwd()
after(() => {
  process.chdir(before)
  rmSync(root, { recursive: true })
})

/** Makes a folder of its own with the file in it, and files of suites, and works there. */
function folderWith(config: unknown, files: readonly string[] = []): string {
  const folder = mkdtempSync(join(root, 'f-'))
  writeFileSync(join(folder, CONFIG_NAME), typeof config === 'string' ? config : JSON.stringify(config))
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  process.chdir(folder)
  return folder
}

const read = (...args: string[]) => readCommandLine(args, {}, () => configOf(process.cwd()))
const optionsOf = (...args: string[]) => read(...args).options as RunCommandOptions
const suitesOf = (...args: string[]) => optionsOf(...args).selection.suites

test('a configuration is that of the nearest folder above, its folders seen from there', () => {
  const folder = folderWith({ runtimes: ['node@24', 'bun'], suites: ['./benches'], threshold: 2 })
  const file = join(folder, CONFIG_NAME)
  const rest = { runtimes: ['node@24', 'bun'], threshold: 2 }
  assert.deepEqual(configOf(folder), { file, ...rest, suites: ['./benches'] })
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  process.chdir(join(folder, 'a', 'b'))
  assert.deepEqual(configOf(process.cwd()), { file, ...rest, suites: ['../../benches'] })
  writeFileSync(join(folder, 'a', CONFIG_NAME), '{}')
  assert.deepEqual(configOf(process.cwd()), { file: join(folder, 'a', CONFIG_NAME) })
})

const WRONG: readonly (readonly [unknown, RegExp])[] = [
  ['', /it is empty\./],
  ['{', /it is not JSON \(/],
  ['\u007fELF\0', /it is a binary file\./],
  [[], /it is no object\. Write \{ "runtimes"/],
  [{ runtime: ['node'] }, /there is no key 'runtime'\. Did you mean runtimes\?$/],
  [
    { constructor: 1 },
    /there is no key 'constructor'\. The keys are \$schema, runtimes, suites, threshold\.$/,
  ],
  [{ threshold: '2' }, /'threshold' is not a number of percent above 0\.$/],
  [{ threshold: 0 }, /'threshold' is not a number/],
  ['{"threshold":1e999}', /'threshold' is not a number/],
  [{ suites: './benches' }, /'suites' is not a list of folders/],
  [{ runtimes: [] }, /'runtimes' is not a list of targets/],
  [{ runtimes: ['nodejs'] }, /Cannot read the target 'nodejs'/],
  ...['node=./evil', 'NODE_OPTIONS=--import=./evil.js node', 'node --import=./evil.js'].map(
    target => [{ runtimes: [target] }, /can start other code: .* Give it with --runtime\.$/] as const,
  ),
]

for (const [config, message] of WRONG) {
  test(`a configuration of ${JSON.stringify(config)} is refused in one sentence`, () => {
    folderWith(config)
    assert.throws(
      () => read('trig'),
      (error: unknown) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, /^Cannot read steelyard\.config\.json: /)
        assert.match(error.message, message)
        return true
      },
    )
  })
}

test('a configuration gives what the command line leaves open, as options that rerun reads', () => {
  folderWith({ runtimes: ['node', 'bun'], threshold: 2 })
  const { configured, options } = read('trig', '--quick')
  const run = options as RunCommandOptions
  assert.deepEqual([run.selection.runtimes, run.rules.threshold], [['node', 'bun'], 0.02])
  assert.deepEqual(configured, {
    file: CONFIG_NAME,
    options: ['--runtime=node', '--runtime=bun', '--threshold=2'],
  })
  const again = readCommandLine(withOptions(['trig', '--quick', '--seed', '1'], configured?.options ?? []))
  assert.deepEqual(again.options, { ...run, rules: { ...run.rules, seed: 1 } })
  assert.deepEqual(optionsOf('trig', '--runtime', 'deno').selection.runtimes, ['deno'])
  assert.equal(optionsOf('trig', '--threshold', '1').rules.threshold, 0.01)
  const compared = read('compare', 'trig', '--base', 'node', '--head', 'bun')
  assert.deepEqual(compared.configured?.options, ['--threshold=2'])
  assert.deepEqual(withOptions(['--', 'trig'], ['--quick']), ['--quick', '--', 'trig'])
})

test('a configuration is not read by what shows, repeats, takes or lists what comes from elsewhere', () => {
  folderWith('{ broken')
  const elsewhere = [
    ['report'],
    ['rerun', 'x.json'],
    ['import', 'x.json'],
    ['runtimes', 'list'],
    ['history', 'trig'],
  ]
  for (const args of elsewhere) assert.equal(read(...args).configured, null)
})

test('a configuration names folders whose suites are found by name', () => {
  const benches = ['benches/array-copy.bench.ts', 'benches/sort/suite.ts', 'benches/deep/er/no.bench.ts']
  folderWith({ suites: ['./benches'] }, benches)
  const [copy, sort] = ['./benches/array-copy.bench.ts', './benches/sort/suite.ts']
  assert.deepEqual(suitesOf('array-copy/slice', 'sort', 'trig'), [`${copy}/slice`, sort, 'trig'])
  assert.deepEqual(read('sort').configured?.options, ['--suites=./benches'])
  assert.deepEqual(suitesOf('all'), [copy, sort])
  assert.equal(read('./x.bench.ts').configured, null)
  assert.deepEqual((read('list').options as { suites: unknown }).suites, [copy, sort, 'all'])
  assert.deepEqual(suitesOf('sort', '--suites', 'benches'), [sort])
  assert.throws(() => read('srot', '--suites', 'benches'), /Cannot find the suite 'srot'\. Did you mean sort/)
  assert.throws(() => read('x', '--suites', 'nowhere'), /Cannot find the folder nowhere of suites\./)
})

test('two suites of one name are distinguished by their paths', () => {
  folderWith({ suites: ['./benches'] }, ['benches/trig.bench.ts'])
  assert.throws(
    () => read('trig'),
    /Cannot tell which suite trig is: \.\/benches\/trig\.bench\.ts or the built-in one\./,
  )
  folderWith({ suites: ['./benches'] }, ['benches/sort.bench.ts', 'benches/sort/suite.ts'])
  assert.throws(() => read('sort'), /both are the suite sort\. Rename one\./)
})

test('config-1.schema.json describes the keys', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../config-1.schema.json'), 'utf8'))
  assert.deepEqual(Object.keys(schema.properties), Object.keys(KEYS))
})
