import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

function file(name: string, text: string): string {
  writeFileSync(join(bench.directory, name), text)
  return `./${name}`
}

const HEAD = "import { suite } from 'steelyard'\n"
const GOOD = "export default suite({ name: 'x', question: 'q?', cases: { one: () => 1 } })\n"

// A suite that blocks is given up after ten seconds, for which no other test is to wait.
const blocking = new Bench()
for (const [name, text] of Object.entries({
  // Without work, which would take a core from other tests.
  blocks: 'export default Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  leaves: 'export default process.exit(3)',
  good: HEAD + GOOD,
})) {
  writeFileSync(join(blocking.directory, `${name}.bench.ts`), text)
}
const listed = blocking.run('list', './blocks.bench.ts', './leaves.bench.ts', './good.bench.ts')
after(async () => {
  await listed
  await blocking.remove()
})

const WRONG: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  [
    'an unknown suite',
    () => ['json-revivr'],
    /Cannot find the suite 'json-revivr'\. Did you mean json-reviver\?/,
  ],
  ...(
    [
      ['gate', ['gate', './own.bench.ts', '--base', 'node', '--head', 'node@22.13.0', '--json', '.']],
      ['modes', ['modes', 'trig/sin-small', '--markdown', '.']],
      ['timeline', ['timeline', 'trig', '--runtime', 'node@26..', '--html', '.']],
    ] as const
  ).map(
    ([command, args]) =>
      [`a folder as the file of ${command}`, () => args, /Cannot write \.: it is a folder\./] as const,
  ),
  [
    'a file without a name, before anything is measured',
    () => ['trig/sin-small', '--runtime', 'node', '--json', ''],
    /^Cannot write a file without a name: --json, --markdown or --html is empty\. Name a file\.\n$/,
  ],
  [
    'a suite that reports times of its own',
    () => [
      file(
        'own-times.bench.ts',
        "export default { kind: 'adopted', name: 'x', dialect: 'mitata', unsupported: {}, cases: { one: { title: 'one', params: [] } }, make: () => ({ window: (_, watch) => watch.add(1) }) }",
      ),
    ],
    /Cannot load the suite own-times: it exports no suite\(\) of its own\./,
  ],
  [
    'an unknown case',
    () => ['json-reviver/arow-2'],
    /Cannot find the case 'arow-2' in json-reviver\. Did you mean arrow-/,
  ],
  [
    'an unknown parameter',
    () => ['json-reviver', '--param', 'payloda=rsc'],
    /parameter 'payloda'.* Did you mean payload\?/,
  ],
  [
    'an unknown value',
    () => ['json-reviver', '--param', 'payload=rsx'],
    /Cannot set payload=rsx .* Did you mean rsc\?/,
  ],
  [
    'an option of another command',
    () => ['trig', '--base', 'node', '--head', 'bun'],
    /unknown option '--base'\. It is an option of compare and gate\./,
  ],
  [
    'a mistyped command before its options',
    () => ['comapre', 'trig', '--base', 'node'],
    /^error: there is no command or suite 'comapre'\. Did you mean compare\?$/m,
  ],
  [
    'an unknown option',
    () => ['json-reviver', '--quik'],
    /unknown option '--quik'[\s\S]*Did you mean --quick\?/,
  ],
  [
    'a run for a record that could not be read',
    () => {
      const params = 'params: { n: Array.from({ length: 1200 }, (_, index) => index) }'
      const text = `${HEAD}export default suite({ name: 'x', question: 'q?', ${params}, cases: { one: () => 1 } })\n`
      return [
        file('huge.bench.ts', text),
        '--param',
        'n=all',
        '--runtime',
        'node',
        '--time',
        '6h',
        '--dry-run',
      ]
    },
    /may make a record of \d+ MB, more than the 100 MB that fit the memory\. Measure fewer suites/,
  ],
  ['a bad number', () => ['json-reviver', '--time', 'soon'], /--time[\s\S]*Give a number above 0/],
  ['a budget below 0', () => ['trig', '--budget', '-1'], /--budget[\s\S]*Give milliseconds above 0/],
  [
    'a budget that is no number',
    () => ['trig', '--budget', 'abc'],
    /--budget[\s\S]*Give milliseconds above 0/,
  ],
  [
    'memory of another timer',
    () => ['trig', '--timer', 'mitata', '--memory'],
    /mitata makes no side launches for memory; leave --memory out/,
  ],
  [
    'usage of another timer',
    () => ['trig', '--timer', 'mitata', '--usage'],
    /mitata makes no side launches for the kernel's counts; leave --usage out/,
  ],
  [
    'tiers of another timer',
    () => ['trig', '--timer', 'mitata', '--tiers'],
    /mitata makes no side launches for tiers; leave --tiers out/,
  ],
  [
    'allocations of another timer',
    () => ['trig', '--timer', 'mitata', '--allocations'],
    /mitata makes no side launches for allocations; leave --allocations out/,
  ],
  ...[['allocations'], ['tiers'], ['memory'], ['profile'], ['window', '1s']].map(
    ([name, ...value]) =>
      [
        `${name} of servers`,
        () => ['http-hello', `--${name}`, ...value],
        new RegExp(
          `Cannot use --${name} with http-hello: its cases are servers, and --${name} is for functions\\.`,
        ),
      ] as const,
  ),
  [
    'a budget of starts',
    () => ['cold-start', '--budget', '10'],
    /Cannot use --budget with cold-start: its cases are starts, and --budget is for calls and requests\./,
  ],
  [
    'modes of servers',
    () => ['modes', 'http-conditions/near', '--runtime', 'node'],
    /Cannot find kinds of launches of http-conditions\/near: it is a server\. Name a function\./,
  ],
  ['a profile of agree, which gives no verdict', () => ['agree', 'trig', '--profile'], /--profile/],
  ['allocations of something', () => ['trig', '--allocations=yes'], /unknown option '--allocations=yes'/],
  [
    'a server suite with a malformed load',
    () => [
      file(
        'load.bench.ts',
        `import { serverSuite } from 'steelyard'
export default serverSuite({ name: 'x', question: 'q?', params: { load: ['huge'] }, cases: { one: 'one.ts' } })`,
      ),
    ],
    /there is no load 'huge'\. Loads: heavy, moderate, sequential, open-<requests a second>/,
  ],
  ['an unknown runtime', () => ['json-reviver', '--runtime', 'nodejs'], /Cannot read the target 'nodejs'/],
  [
    'a mistyped runtime',
    () => ['json-reviver', '--runtime', 'nod'],
    /^Cannot read the target 'nod': there is no runtime 'nod'\. Did you mean node\?$/m,
  ],
  [
    'a malformed version',
    () => ['trig', '--runtime', 'deno@lts'],
    /Cannot read the version 'lts' of deno\. Write one as 1, 1\.2, 1\.2\.3, latest\./,
  ],
  [
    'a path that is nothing',
    () => ['trig', '--runtime', 'node=./nowhere'],
    /node=\.\/nowhere: there is no such file/,
  ],
  [
    'a path that is no runtime',
    () => ['trig', '--runtime', `node=${script('liar', 'echo hi')}`],
    /does not print a version as node does/,
  ],
  [
    'a file that is not executable',
    () => ['trig', '--runtime', `bun=${file('plain', 'x')}`],
    /it is not executable/,
  ],
  [
    'an unknown flag',
    () => ['trig', '--runtime', 'node', '--flags', '', '--flags', '--max-semi-spce-size=64'],
    /Cannot use the flag --max-semi-spce-size=64 with node .* Did you mean --max-semi-space-size/,
  ],
  [
    'an unknown V8 flag of workerd',
    () => ['trig', '--runtime', 'workerd --no-optt'],
    /Cannot use the flag --no-optt with workerd .* Did you mean --no-opt\?/,
  ],
  [
    'a flag that Bun would pass over in silence',
    () => ['trig', '--runtime', 'bun --smoll'],
    /Cannot use the flag --smoll with bun .* Did you mean --smol\?/,
  ],
  ['no suite', () => [], /name a suite/],
  ['a malformed expression', () => ['-e', 'x.slice('], /Cannot read the expression 'x\.slice\(': it ends/],
  ['a malformed setup', () => ['-e', 'x', '--setup', 'const x = ;'], /Cannot read the setup .* column 11/],
  ['a setup that throws', () => ['-e', 'x', '--setup', 'y()'], /Cannot load the expressions: .*y is not/],
  ['a setup alone', () => ['--setup', 'const x = 1'], /--setup belongs to expressions; add -e/],
  ['a suite and an expression', () => ['trig', '-e', 'x'], /give 'trig' or -e, not both/],
  ['several expressions to emit', () => ['emit', '-e', '1', '-e', '2', '--runtime', 'node'], /one case/],
  ['nothing to emit', () => ['emit', '--runtime', 'node'], /missing required argument 'suite\/case'/],
  ['compare without a head', () => ['compare', 'trig', '--base', 'node'], /--head/],
  ['a missing suite file', () => ['./nothing.bench.ts'], /Cannot find the suite file \.\/nothing\.bench\.ts/],
  [
    'a syntax error',
    () => [file('syntax.bench.ts', 'export default {{')],
    /Cannot bundle .*syntax\.bench\.ts:1:\d+/,
  ],
  [
    'a suite that throws while it is loaded',
    () => [file('throws.bench.ts', `${HEAD}${GOOD}throw new Error('oh no')`)],
    /it threw while it was loaded: oh no \(throws\.bench\.ts:3:\d+\)\. Correct/,
  ],
  [
    'a suite that exits while it is loaded',
    () => [file('exits.bench.ts', `${HEAD}process.exit(0)\n${GOOD}`)],
    /it exited with code 0/,
  ],
  [
    'a file that exports no suite',
    () => [file('none.bench.ts', 'export const x = 1\nexport default x')],
    /no default export made by suite/,
  ],
  [
    'a suite whose import throws while it is loaded',
    () => {
      file('helper.ts', "\nthrow new TypeError('in it.')")
      return [file('imports.bench.ts', `${HEAD}import './helper.ts'\n${GOOD}`)]
    },
    /it threw while it was loaded: in it \(helper\.ts:2:\d+\)\. Correct/,
  ],
  [
    'a benchmark file of another tool that throws',
    () => [
      file('early.mjs', "import { bench } from 'mitata'\nbench('a', () => 1)\nthrow new Error('early')"),
      ...['--runtime', 'node'],
    ],
    /it threw while it was loaded: early \(early\.mjs:3:\d+\)\. Correct/,
  ],
  [
    'a suite without a default export',
    () => [file('named.bench.ts', `${HEAD}export const x = suite({ one: () => 1 })`)],
    /named\.bench\.ts: it has no default export\. Write: export default suite\(/,
  ],
  [
    'a binary file',
    () => [file('bytes.bench.ts', '\x7fELF\x02\0')],
    /bytes\.bench\.ts: it is a binary file\./,
  ],
  [
    'a report of a binary file',
    () => ['report', file('bytes.json', '\x7fELF\x02\0')],
    /^Cannot read .*bytes\.json: it is a binary file\. Name a file that Steelyard wrote\.\n$/,
  ],
  [
    'an import of a binary file',
    () => ['import', file('bytes.bin', '\x7fELF\0')],
    /bytes\.bin: it is a binary file\./,
  ],
  [
    'a folder named like a suite',
    () => {
      mkdirSync(join(bench.directory, 'folder'))
      return ['folder']
    },
    /There is a folder of that name: write \.\/folder for it\./,
  ],
  [
    'an unknown case of a suite file',
    () => [`${file('cases.bench.ts', HEAD + GOOD)}/two`],
    /Cannot find the case 'two' in x\. The cases are one\./,
  ],
  [
    'a suite with an unknown key',
    () => [file('key.bench.ts', `${HEAD}\n${GOOD.replace('cases', 'sweeps: 3, cases')}`)],
    /^Cannot define the suite in key\.bench\.ts:3:\d+: unknown key 'sweeps'\. Known keys: .*[a-z]\.\n$/,
  ],
  [
    'an unknown timer',
    () => ['trig', '--timer', 'stopwatch'],
    /--timer[\s\S]*Allowed choices are steelyard, mitata/,
  ],
  [
    'a timer that no target has',
    () => ['trig', '--timer', 'workerd-bench', '--runtime', 'node'],
    /Cannot time on node with workerd-bench: workerd bench is a command of workerd\./,
  ],
  [
    'another timer for compare',
    () => ['compare', 'trig', '--base', 'node', '--head', 'bun', '--timer', 'mitata'],
    /unknown option '--timer'\. It is an option of a run\./,
  ],
  [
    'verdicts from another timer',
    () => ['trig', '--timer', 'mitata', '--fail-on', 'slower'],
    /no verdicts to fail on/,
  ],
  [
    'a profile of another timer',
    () => ['trig', '--timer', 'mitata', '--profile'],
    /mitata gives no verdicts to explain; leave --profile out/,
  ],
  [
    'agree on an unknown suite',
    () => ['agree', 'trog'],
    /Cannot find the suite 'trog'\. Did you mean trig\?/,
  ],
  [
    'a new suite of an ill-formed name',
    () => ['new', 'Array Copy'],
    /the name is not kebab-case\. Use small/,
  ],
  ['a new suite of a name that is taken', () => ['new', 'trig', '--folder'], /a suite of that name exists/],
  [
    'a new suite named like a command',
    () => ['new', 'compare', '--folder'],
    /bench uses that word for something else/,
  ],
  [
    'a report of nothing',
    () => ['report', '--out', 'empty'],
    /Cannot find a record: there is none in empty\. Run a suite first/,
  ],
  ['a report of a missing record', () => ['report', 'x.json'], /Cannot read x\.json: there is no such file/],
  [
    'a report of what is no record',
    () => ['report', file('package.json', '{"name":"x"}')],
    /package\.json: it is not a Steelyard record, since it has no schema\./,
  ],
  [
    'a report of a newer record',
    () => ['report', file('newer.json', '{"schema":"steelyard/run@3"}')],
    /newer\.json: its schema is "steelyard\/run@3", this Steelyard reads "steelyard\/run@2"\./,
  ],
  [
    'a length of Markdown that is not written',
    () => ['report', 'x.json', '--fit', 'comment'],
    /--fit shortens Markdown; add --markdown <file>/,
  ],
  [
    'a folder to search for a record that is named',
    () => ['report', 'x.json', '--out', 'records'],
    /--out is searched for the newest record; name records or --out, not both/,
  ],
  [
    'a format of rows without a query',
    () => ['sql', '--format', 'json'],
    /--format is of the rows of a query; name a query/,
  ],
  [
    'two addresses of a fleet to make',
    () => ['fleet', 'init', 'postgres://admin@host/fleet', '--db', 'postgres://admin@host/other'],
    /give the address or --db or --db-file, not two of them/,
  ],
  [
    'a format of rows that are exported',
    () => ['sql', 'SELECT 1', '--format', 'json', '--export', 'csv'],
    /--format is of printed rows, and --export prints none/,
  ],
  [
    'two addresses of a fleet',
    () => ['fleet', 'status', '--db', 'postgres://me@host/fleet', '--db-file', 'address'],
    /--db and --db-file both give the address; leave one of them out/,
  ],
  ['the same suite twice', () => ['trig', 'trig/sin-small'], /Cannot run the suite trig twice/],
  [
    'two files with one name for their suites',
    () => [file('first.bench.ts', HEAD + GOOD), file('second.bench.ts', HEAD + GOOD)],
    /Cannot run the suite x twice in one command\. .*: first\.bench\.ts and second\.bench\.ts\. Rename one\./,
  ],
]

function script(name: string, line: string): string {
  const path = file(name, `#!/bin/sh\n${line}\n`)
  chmodSync(join(bench.directory, name), 0o755)
  return path
}

for (const [what, args, message] of WRONG) {
  test(`bench refuses ${what} with exit code 2 and a clear sentence`, async () => {
    const { code, stdout, stderr } = await bench.runShared(...args())
    assert.match(stderr, message)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.doesNotMatch(stderr, /\n {4}at /)
    assert.deepEqual(bench.leftovers(), [])
  })
}

test('bench list says what every suite asks', async () => {
  const { code, stdout } = await bench.runShared('list')
  assert.equal(code, 0)
  for (const name of ['json-reviver', 'stream-byte-value', 'buffer-concat', 'trig', 'gc-pressure']) {
    assert.match(stdout, new RegExp(`^${name}$`, 'm'))
  }
})

test('bench list continues when a suite blocks or exits while it is loaded', async () => {
  const { code, stdout, stderr } = await listed
  assert.equal(code, 1)
  assert.match(stdout, /^x$/m)
  assert.match(stderr, /blocks\.bench\.ts: it did not finish loading within 10 s/)
  assert.match(stderr, /leaves\.bench\.ts: it exited with code 3/)
})

test('bench list tells in one sentence what is wrong with each benchmark file, and lists the others', async () => {
  const BENCH = "import { Bench } from 'tinybench'\nconst bench = new Bench().add('a', () => 1)\n"
  const files: Readonly<Record<string, readonly [string, RegExp | null]>> = {
    'fine.mjs': [`${BENCH}await bench.run()\nprocess.exit(1)`, null],
    'later.mjs': [
      `async function main() {\n${BENCH.split('\n')[1]}\nawait bench.run()\nthrow new Error('late')\n}\nmain()\n${BENCH.split('\n')[0]}`,
      null,
    ],
    'helper.mjs': ['export const help = 1', null],
    'throws.mjs': [
      `${BENCH}throw new Error('too early')`,
      /throws\.mjs: it threw while it was loaded: too early \(benches\/throws\.mjs:3:\d+\)\./,
    ],
    'rejects.mjs': [`${BENCH}Promise.reject(new Error('alone'))`, /rejects\.mjs: .*: alone( \(\S+\))?\./],
    'exits.mjs': [`${BENCH}process.exit(3)`, /exits\.mjs: .*: it exits with code 3( \(\S+\))?\./],
    'none.mjs': [
      "import { run } from 'mitata'\nawait run()",
      /none\.mjs: .*it registers no case of mitata\./,
    ],
    'two.mjs': [
      "import 'mitata'\nimport 'tinybench'",
      /Cannot recognise two\.mjs: it uses mitata and tinybench\. .*--dialect mitata\./,
    ],
    'broken.mjs': ["import 'mitata'\n)", /Cannot bundle broken\.mjs: .*\(broken\.mjs:2:1\)\./],
    'lacks.mjs': ["import 'mitata'\nimport 'not-installed'", /lacks\.mjs: Could not resolve "not-installed"/],
    'many.mjs': [
      "import { bench } from 'mitata'\nfor (let i = 0; i <= 10_000; i++) bench('a' + i, () => i)",
      /many\.mjs: .*it registers 10001 cases, more than 10000\./,
    ],
  }
  mkdirSync(join(bench.directory, 'benches'))
  for (const [name, [text]] of Object.entries(files)) file(join('benches', name), text)
  const { code, stdout, stderr } = await bench.runShared('list', './benches')
  assert.equal(code, 1)
  assert.deepEqual(stdout.match(/^\S+$/gm), ['fine', 'later'])
  const expected = Object.values(files).flatMap(([, message]) => (message === null ? [] : [message]))
  for (const message of expected) assert.match(stderr, message)
  assert.equal(stderr.trimEnd().split('\n').length, expected.length, stderr)
})

test('bench takes cases and parameters of several files from those that have them', async () => {
  mkdirSync(join(bench.directory, 'several'))
  const params =
    "import { bench } from 'mitata'\nbench('with', function* () { yield () => 1 }).args('size', [1, 2])"
  file('several/params.mjs', params)
  file('several/plain.mjs', "import { bench } from 'mitata'\nbench('without', () => 1)")
  file('several/own.bench.ts', HEAD + GOOD)
  const dryRun = ['./several', '--dry-run', '--runtime', 'node']
  const { stdout } = await bench.runShared(...dryRun, '--param', 'size=all')
  assert.match(stdout, /^params: 2 groups/m)
  for (const name of ['plain', 'x']) assert.match(stdout, new RegExp(`^${name}: 1 group,`, 'm'))
  assert.doesNotMatch((await bench.runShared(...dryRun, '--case', 'with')).stdout, /^(?:plain|x):/m)
  const { code, stderr } = await bench.runShared(...dryRun, '--param', 'length=1')
  assert.equal(code, 2)
  assert.match(stderr, /Cannot set the parameter 'length': none of the files has it\./)
})

test('bench refuses a file that is neither a suite nor written in a dialect', async () => {
  const scripts = {
    'neither.mjs': 'console.log(1)',
    'neither.cjs': "require('fs').readFileSync(__filename)",
  }
  for (const [name, text] of Object.entries(scripts)) {
    const { code, stderr } = await bench.runShared(file(name, text))
    assert.equal(code, 2)
    assert.match(
      stderr,
      /Cannot load .*neither\.[cm]js: it exports no suite, and uses no dialect that is known\. .*--dialect .*\bmitata\|/,
    )
  }
})

test('bench names what a suite imports in vain', async () => {
  const { code, stderr } = await bench.runShared(
    file('lacks.mjs', "import lacking from 'lacking'\nexport default { lacking }"),
  )
  assert.equal(code, 2)
  assert.match(stderr, /Cannot bundle lacks\.mjs: Could not resolve "lacking" \(lacks\.mjs:1:21\)/)
})

test('bench new makes a suite that bench can run, and says how', async () => {
  const made = await bench.runShared('new', 'array-copy', '--folder', '--dir', 'my own')
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /^ {2}pnpm bench 'my own\/array-copy\/suite\.ts' --quick$/m)
  const { code, stdout } = await bench.runShared('my own/array-copy/suite.ts', '--dry-run')
  assert.equal(code, 0)
  assert.match(stdout, /array-copy: 7 groups/)
})

test('bench new makes one file that bench can run, and that needs no name', async () => {
  const made = await bench.runShared('new', 'array-copy')
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /^ {2}pnpm bench array-copy\.bench\.ts --quick$/m)
  const { code, stdout } = await bench.runShared('array-copy.bench.ts', '--dry-run')
  assert.equal(code, 0)
  assert.match(stdout, /question {2}array-copy: Which is faster, slice or spread\?/)
  assert.match(stdout, /group 6: spread on node@\S+ {2}\| {2}spread on deno/)
})

test('bench --help needs no manual', async () => {
  const { code, stdout } = await bench.runShared('--help')
  assert.equal(code, 0)
  for (const word of ['--runtime', '--quick', 'Targets:', 'Examples:', 'Exit codes:', 'compare', 'list']) {
    assert.ok(stdout.includes(word), word)
  }
  assert.match(stdout, /^ {2}2 {4}the command is wrong .*, or a report of records could\n {7}not be /m)
})

for (const command of ['', 'bisect', 'compare', 'gate', 'runtimes install']) {
  test(`bench ${command} --help fits 80 columns and names the file of the glossary`, async () => {
    const { code, stdout } = await bench.runShared(...command.split(' ').filter(Boolean), '--help')
    assert.equal(code, 0)
    assert.deepEqual(
      stdout.split('\n').filter(line => line.length > 80 && !line.startsWith('Glossary:')),
      [],
    )
    const [, glossary = ''] = /^Glossary: (.*)$/m.exec(stdout) ?? []
    assert.match(readFileSync(resolve(bench.directory, glossary), 'utf8'), /^## Glossary/m)
  })
}

test('bench --dry-run shows the groups and measures nothing', async () => {
  const { code, stdout } = await bench.runShared('json-reviver', '--dry-run')
  assert.equal(code, 0)
  assert.match(stdout, /json-reviver: 14 groups, 5 to 10 launches of each/)
  assert.match(stdout, /Expected: [\d.]+ to [\d.]+ minutes\./)
  assert.doesNotMatch(stdout, /fewer than/)
  assert.match(stdout, /Nothing was measured/)
})

test('bench --dry-run plans while others measure', async t => {
  // Where a lock cannot be had, a command that needs one ends at once.
  const lock = join(bench.directory, 'steelyard.lock')
  mkdirSync(lock)
  t.after(() => rmdirSync(lock))
  const measured = await bench.runShared('trig', '--runtime', 'node')
  assert.match(measured.stderr, /steelyard\.lock/)
  const { code, stdout } = await bench.runShared('trig', '--runtime', 'node', '--dry-run')
  assert.equal(code, 0)
  assert.match(stdout, /Nothing was measured/)
})

test('bench all is every suite whose cases are functions, prepared or not; --quick has time for the launches of all', async () => {
  const { code, stdout } = await bench.runShared('all', '--memory', '--quick', '--dry-run')
  assert.equal(code, 0)
  const planned = stdout.match(/^[\w-]+(?=: \d+ groups?, 5 launches of each)/gm)
  assert.deepEqual(planned, [
    ...['async', 'buffer-concat', 'gc-pressure', 'json-reviver', 'plain-javascript', 'react-ssr', 'relay'],
    ...['stream-adapters', 'stream-byte-value', 'trig', 'web-api'],
  ])
})

test('bench --quick of all suites of servers has time for its launches, and takes under ten minutes', async () => {
  const suites = ['http-hello', 'cold-start', 'ssr-apps', 'isolate-routing']
  const { code, stdout } = await bench.runShared(...suites, '--quick', '--dry-run')
  assert.equal(code, 0)
  assert.equal(stdout.match(/ 5 launches of each/g)?.length, suites.length)
  assert.ok(Number(/Expected: (?:[\d.]+ to )?([\d.]+) minutes/.exec(stdout)?.[1]) < 10, stdout)
})

test('bench --dry-run says where the time is too short for a first look, and what is enough', async () => {
  const planned = async (time: number) =>
    (await bench.runShared('trig', '--runtime', 'node', '--dry-run', '--time', String(time))).stdout
  const short =
    /trig: \S+ s holds fewer than 5 launches of each, which verdicts need: there will be estimates at most\. Give --time (\d+), or fewer cases\./
  const wanted = await Promise.all(
    [0.5, 3, 9].map(async time => Number(short.exec(await planned(time))?.[1])),
  )
  const [enough = Number.NaN, ...others] = new Set(wanted)
  assert.deepEqual(others, [], String(wanted))
  assert.match(await planned(enough - 1), short)
  assert.doesNotMatch(await planned(enough), /fewer than/)
})
