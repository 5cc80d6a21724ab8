import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

writeFileSync(join(bench.directory, 'later.cjs'), `exports.format = require('util').format`)
writeFileSync(
  join(bench.directory, 'mine.bench.ts'),
  `import { keep, suite } from 'steelyard'
   import { format } from './later.cjs'
   export default suite({
     name: 'mine',
     question: 'Which sum is fastest?',
     params: { size: [10, 1000] },
     setup: ({ size }) => ({ numbers: Array.from({ length: size }, (_, index) => index) }),
     cases: {
       now: ({ numbers }) => { keep(numbers); return numbers.reduce((sum, one) => sum + one, 0) },
       later: async ({ numbers }) => +format('%d', numbers.reduce((sum, one) => sum + one, 0)),
       wrong: () => 7,
     },
     verify: sum => ({ sum, asked: globalThis.process?.env.ASKED ?? null }),
     expected: ({ numbers }) =>
       ({ sum: (numbers.length * (numbers.length - 1)) / 2, asked: globalThis.process?.env.ASKED ?? null }),
     unsupported: { later: { 'node@<99': 'it is never late' } },
   })`,
)

const FLAGS = { node: '--no-opt', deno: '--no-opt', bun: 'useFTLJIT=0', workerd: '--no-opt' }

describe('emit writes a file that answers as the suite verifies', { concurrency: true }, () => {
  for (const [runtime, flag] of Object.entries(FLAGS)) {
    test(`by the command line it prints for ${runtime}`, async () => {
      const caseId = runtime === 'node' ? 'now' : 'later'
      const { code, stdout, stderr } = await bench.runShared(
        ...['emit', './mine.bench.ts', '--case', caseId, '--param', 'size=1000'],
        ...['--runtime', `ASKED='it was' ${runtime} ${flag}`, '--time', '0.05', '--out', 'my files'],
      )
      assert.equal(code, 0, stderr)
      assert.match(stdout, new RegExp(`Wrote my files/mine-${caseId}-1000-${runtime}\\.mjs`))
      const [, command = ''] = /Run it on .*\n {2}(.*)\n/.exec(stdout) ?? []
      const [, digest = ''] = /expected digest is ([0-9a-f]{16})\./.exec(stdout) ?? []
      // As a user's shell runs it: the quoting is a part of what is printed.
      const ran = await promisify(exec)(command, { cwd: bench.directory, timeout: 20_000 })
      assert.match(ran.stdout, /^iterations: \d+\nnanoseconds per iteration: \S+\nanswer digest: /)
      assert.equal(/answer digest: (\w+)/.exec(ran.stdout)?.[1], digest)
    })
  }
})

const ADOPTED: readonly (readonly [string, string, string, boolean])[] = [
  ['mitata.mjs', 'lists-sort', 'bun', true],
  ['mitata.mjs', 'fresh', 'node', false],
  ['node-core-groups.cjs', 'main-small', 'workerd', false],
  ['benchmark-js.cjs', 'lists-sum', 'workerd', true],
]

describe('emit writes a case of a file that was not written for Steelyard', { concurrency: true }, () => {
  for (const [file, caseId, runtime, isComparable] of ADOPTED) {
    test(`${caseId} of ${file} for ${runtime}`, async () => {
      const path = join(import.meta.dirname, 'fixtures/adopted', file)
      const { code, stdout, stderr } = await bench.runShared(
        ...['emit', path, '--case', caseId, '--runtime', runtime, '--time', '0.05', '--out', 'adopted files'],
      )
      assert.equal(code, 0, stderr)
      const [, command = ''] = /Run it on .*\n {2}(.*)\n/.exec(stdout) ?? []
      const [, digest] = /expected digest is ([0-9a-f]{16})\./.exec(stdout) ?? []
      assert.equal(digest !== undefined, isComparable, stdout)
      const ran = await promisify(exec)(command, { cwd: bench.directory, timeout: 20_000 })
      assert.match(ran.stdout, /^iterations: \d+\nnanoseconds per iteration: \S+\nanswer digest: \w+\n/)
      if (isComparable) assert.equal(/answer digest: (\w+)/.exec(ran.stdout)?.[1], digest)
    })
  }
})

const REFUSED: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['a suite without a case', ['trig'], 2, /Cannot take trig as one case: there are/],
  ['an unknown case', ['trig/sine-small'], 2, /Cannot find the case 'sine-small' in trig\. Did you mean/],
  [
    'several values of a parameter',
    ['./mine.bench.ts', '--case', 'now', '--param', 'size=all'],
    2,
    /of its parameters there are \{"size":10\} and \{"size":1000\}\. Choose one value/,
  ],
  [
    'a case that the suite declares impossible',
    ['./mine.bench.ts', '--case', 'later'],
    2,
    /Cannot emit .* for node@\S+: it is never late\./,
  ],
  ['a case that answers wrongly', ['./mine.bench.ts', '--case', 'wrong'], 1, /wrong output/],
]

describe('emit refuses', { concurrency: true }, () => {
  for (const [what, args, expected, message] of REFUSED) {
    test(what, async () => {
      const { code, stderr } = await bench.runShared(
        'emit',
        ...args,
        '--runtime',
        'node',
        '--out',
        'my files',
      )
      assert.equal(code, expected)
      assert.match(stderr, message)
    })
  }
})
