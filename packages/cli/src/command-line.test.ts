import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { select } from '@steelyard/measure'
import { readCommandLine } from './command-line.ts'
import type { BisectOptions } from './commands/bisect/bisect-step.ts'
import { namedBy } from './commands/runtimes/command.ts'
import type { RunCommandOptions } from './options/run-options.ts'

function options(...args: string[]): RunCommandOptions {
  return readCommandLine(args).options as RunCommandOptions
}

test('readCommandLine has the defaults of the contract', () => {
  const { selection, rules, time, output } = options('json-reviver')
  assert.deepEqual(selection.suites, ['json-reviver'])
  assert.deepEqual([rules.precision, rules.threshold, time.timeSeconds], [null, 0.01, null])
  assert.deepEqual(
    [rules.metric, rules.affinity, selection.by, output.save, time.quick],
    ['wall', 'same-core', null, true, false],
  )
  assert.ok(Number.isSafeInteger(rules.seed))
})

test('readCommandLine says the version, and reads nothing else then', () => {
  let text = ''
  const output = { writeOut: (part: string) => (text += part) }
  assert.throws(() => readCommandLine(['--version', 'trig'], output), { exitCode: 0 })
  assert.match(text, /^steelyard \d+\.\d+\.\d+( \([0-9a-f]{7}(, edited)?\))?\n$/)
})

test('readCommandLine takes expressions in place of a suite, for every command that measures', () => {
  const asked = ['-e', '-x', '-e', '[x]', '--setup', 'const x = 1', '--setup', 'x']
  const suites = [{ expressions: ['-x', '[x]'], setup: 'const x = 1\nx' }]
  assert.deepEqual(options(...asked).selection.suites, suites)
  assert.deepEqual(options('compare', ...asked, '--base', 'node', '--head', 'bun').selection.suites, suites)
  assert.deepEqual(options('sweep', ...asked, '--runtime', 'node@20..26').selection.suites, suites)
  const oneSuite: readonly string[][] = [
    ['emit', '--runtime', 'node'],
    ['bisect', '--good', 'node@22', '--bad', 'node'],
  ]
  for (const command of oneSuite) {
    const { suite } = readCommandLine([...command, ...asked]).options as BisectOptions
    assert.deepEqual<unknown>(suite, suites[0])
  }
})

test('readCommandLine reads a budget with its unit and without', () => {
  assert.equal(options('trig', '--budget', '0.5').probes.budgetMs, 0.5)
  assert.equal(options('trig', '--budget', '10 ms').probes.budgetMs, 10)
  assert.equal(options('trig').probes.budgetMs, null)
})

test('readCommandLine reads every option', () => {
  const read = options(
    ...[
      'trig',
      './x.bench.ts',
      '--runtime',
      'node --no-opt',
      '--runtime',
      'bun',
      '--case',
      'sin-*',
      '--param',
      'a=1',
    ],
    ...[
      '--by',
      'targets',
      '--answers',
      'ignore',
      '--metric',
      'cpu',
      '--precision',
      '0.5',
      '--window',
      '500ms',
      '--time',
      '20',
      '--threshold',
      '2',
      '--affinity',
      'all',
    ],
    ...[
      '--seed',
      '7',
      '--dry-run',
      '--verbose',
      '--json',
      '-',
      '--markdown',
      'm.md',
      '--out',
      'o',
      '--no-save',
    ],
    ...[
      '--fail-on',
      'slower',
      '--control',
      '--memory',
      '--usage',
      '--tiers',
      '--allocations',
      '--profile',
      '--budget',
      '10ms',
    ],
    ...['--fail-on', 'slower', '--control', '--flags', '', '--flags', '--no-opt'],
  )
  assert.deepEqual(read, {
    selection: {
      suites: ['trig', './x.bench.ts'],
      runtimes: ['node --no-opt', 'bun'],
      flags: ['', '--no-opt'],
      dialect: null,
      answers: 'ignore',
      cases: ['sin-*'],
      tags: [],
      params: ['a=1'],
      by: 'targets',
      compare: null,
      repeats: null,
    },
    rules: {
      timers: ['steelyard'],
      metric: 'cpu',
      precision: 0.005,
      threshold: 0.02,
      affinity: 'all',
      seed: 7,
      confine: false,
      control: true,
    },
    time: { timeSeconds: 20, quick: false, windowSeconds: 0.5 },
    probes: {
      memory: true,
      usage: true,
      tiers: true,
      allocations: true,
      profile: true,
      budgetMs: 10,
    },
    output: {
      dryRun: true,
      verbose: true,
      json: '-',
      markdown: 'm.md',
      out: 'o',
      save: false,
      evidenceFolder: null,
      failOn: 'slower',
    },
  })
})

test('readCommandLine makes compare a run of the base and its heads by targets', () => {
  const { selection } = options('compare', 'trig', '--base', 'node', '--head', 'node=./a', '--head', 'bun')
  assert.deepEqual(selection.runtimes, ['node', 'node=./a', 'bun'])
  assert.equal(selection.by, 'targets')
  const builds = ['--base', 'node', '--base-rebuilt', 'node=./a', '--head', 'node=./b']
  const flagged = options('compare', 'trig', ...builds, '--flags', '--no-opt').selection
  assert.deepEqual(flagged.runtimes, ['node --no-opt', 'node=./a --no-opt', 'node=./b --no-opt'])
})

test('readCommandLine makes evidence a comparison with a control', () => {
  const compare = ['compare', 'trig', '--base', 'node', '--head', 'bun']
  const found = ({ selection, rules, output }: RunCommandOptions) => [
    rules.control,
    selection.compare?.evidence,
    output.evidenceFolder,
  ]
  assert.deepEqual(found(options(...compare)), [false, false, null])
  assert.deepEqual(found(options(...compare, '--evidence', 'e')), [true, true, 'e'])
  assert.throws(() => options(...compare, '--evidence', 'e', '--quick'))
})

test('readCommandLine reads list', () => {
  const { command, options } = readCommandLine(['list', 'trig', '--json'])
  assert.deepEqual(
    { command, options },
    {
      command: 'list',
      options: {
        suites: ['trig'],
        dialect: null,
        tags: [],
        withCode: true,
        json: true,
      },
    },
  )
})

test('readCommandLine reads what to leave out of all suites', () => {
  assert.deepEqual(options('all', '--tag', 'json', '--tag', 'gc').selection.tags, ['json', 'gc'])
})

test('readCommandLine reads the dialect of a file', () => {
  assert.equal(options('./x.mjs', '--dialect', 'mitata').selection.dialect, 'mitata')
})

test('readCommandLine reads the timer', () => {
  assert.deepEqual(options('trig', '--timer', 'mitata').rules.timers, ['mitata'])
  const agree = options('agree', 'trig', '--runtime', 'bun', '--quick')
  assert.deepEqual(agree.rules.timers, ['steelyard', 'mitata', 'tinybench', 'workerd-bench'])
  assert.deepEqual([agree.selection.runtimes, agree.time.quick], [['bun'], true])
})

test('readCommandLine reads the commands for downloaded runtimes', () => {
  const read = (...args: string[]) => {
    const { command, options } = readCommandLine(args)
    return { command, options }
  }
  assert.equal(read('runtimes').command, 'runtimes list')
  assert.deepEqual(read('runtimes', 'install', 'node@24', 'bun@1.0'), {
    command: 'runtimes install',
    options: { targets: ['node@24', 'bun@1.0'] },
  })
  assert.deepEqual(read('runtimes', 'prune', 'node@24'), {
    command: 'runtimes prune',
    options: { targets: ['node@24'] },
  })
})

test('a word to prune names downloaded versions, and no build or flags', () => {
  const all = ['18.0.0', '18.1.0', '24.0.0'].map(version => ({ runtime: 'node' as const, version }))
  assert.deepEqual([namedBy('node', all), namedBy('node@18', all)], [all, all.slice(0, 2)])
  for (const word of ['node=/opt/node', 'node~mine=/opt/node', 'node --no-opt', 'A=1 node', 'node@2'])
    assert.throws(() => namedBy(word, all), /no such version is downloaded/, word)
})

function helpOf(...command: string[]): string {
  let help = ''
  const writeOut = (text: string) => {
    help += text
  }
  assert.throws(() => readCommandLine([...command, '--help'], { writeOut, getOutHelpWidth: () => 80 }), {
    exitCode: 0,
  })
  return help
}

function errorOf(...args: string[]): string {
  let error = ''
  const writeErr = (text: string) => {
    error += text
  }
  assert.throws(
    () => readCommandLine(args, { writeErr }),
    (thrown: { exitCode: number }) => thrown.exitCode > 0,
  )
  return error
}

const COMMANDS = /^Commands:\n((?: .*\n)+)/m
  .exec(helpOf())?.[1]
  ?.match(/^ {2}[a-z]+/gm)
  ?.map(name => name.trim())

test('the help of each command fits 80 columns', () => {
  const names = COMMANDS ?? []
  assert.ok(names.length >= 20)
  for (const help of [helpOf(), errorOf(), ...names.map(name => helpOf(name)), helpOf('runtimes', 'prune')]) {
    const long = help.split('\n').filter(line => line.length > 80 && !line.startsWith('Glossary:'))
    assert.deepEqual(long, [])
  }
})

test('help shows the help of the program or of a command', () => {
  const shown = (...args: string[]) => {
    let text = ''
    const output = { writeOut: (part: string) => (text += part), getOutHelpWidth: () => 80 }
    assert.throws(() => readCommandLine(args, output), { exitCode: 0 })
    return text
  }
  assert.equal(shown('help'), helpOf())
  assert.equal(shown('help', 'compare'), helpOf('compare'))
  assert.equal(shown('help', 'runtimes', 'install'), helpOf('runtimes', 'install'))
  assert.match(errorOf('help', 'comapre'), /unknown command 'comapre'\. Did you mean compare\?/)
  assert.match(
    errorOf('help', 'runtimes', 'instal'),
    /unknown command 'instal' of runtimes\. Did you mean install\?/,
  )
  assert.match(
    errorOf('help', 'compare', 'trig'),
    /unknown command 'trig' of compare\. There are no commands\./,
  )
})

test('a mistyped command is not taken for a suite', () => {
  const asked: Readonly<Record<string, string>> = {
    comapre: 'compare',
    lst: 'list',
    hisotry: 'history',
    Compare: 'compare',
  }
  for (const [word, meant] of Object.entries(asked)) {
    assert.match(
      errorOf(word, 'trig'),
      new RegExp(`there is no command or suite '${word}'\\. Did you mean ${meant}\\?`),
    )
  }
  assert.match(
    errorOf('runtimes', 'instal', 'node@24'),
    /unknown command 'instal' of runtimes\. Did you mean install\?/,
  )
  // Nearer to a suite, or to nothing: what looks for suites says so.
  for (const word of ['tirg', 'asynk', 'nothing', './list'])
    assert.equal(readCommandLine([word]).command, 'run')
})

test('every example of the help can be pasted into a shell', () => {
  const helps = [helpOf(), ...(COMMANDS ?? []).map(name => helpOf(name))]
  const lines = helps.flatMap(help => help.match(/^ {4}pnpm bench .*$/gm) ?? [])
  assert.ok(lines.length > 30)
  const shell = `pnpm() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join('\n')}`
  const read = spawnSync('sh', ['-c', shell], { encoding: 'utf8' }).stdout
  // The published package is started by three letters more.
  assert.deepEqual(
    lines.filter(line => line.length > 77),
    [],
  )
  const commands = read.split('\u0001').slice(0, -1)
  assert.equal(commands.length, lines.length)
  for (const command of commands) {
    const [, ...args] = command.split('\0').slice(0, -1)
    const invocation = readCommandLine(args)
    const { selection } = invocation.options as Partial<RunCommandOptions>
    for (const word of selection?.suites ?? [])
      if (typeof word === 'string' && !word.startsWith('.')) select(word)
  }
})
