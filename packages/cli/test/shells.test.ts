import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { RunRecord } from '@steelyard/record'
import { HERMES } from '../../launcher/test/shells.ts'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const skip = HERMES === null ? 'no build of hermes for this platform' : false

// A class, a name in two blocks, a function that keeps the variable of its turn: what an old Hermes reads in another way, or not.
writeFileSync(
  join(bench.directory, 'mine.bench.ts'),
  `import { suite } from 'steelyard'
   class Point { #x; constructor(x) { this.#x = x } get x() { return this.#x } }
   export default suite({
     name: 'mine',
     question: 'Is it read as it is meant?',
     compare: 'targets',
     baseline: 'points',
     setup: () => ({ numbers: Array.from({ length: 100 }, (_, index) => index) }),
     cases: {
       points: ({ numbers }) => numbers.map(one => new Point(one)).reduce((sum, { x }) => sum + x, 0),
       blocks: ({ numbers }) => {
         const later = []
         let sum = 0
         for (const one of numbers) { let sum = one; later.push(() => sum) }
         for (const one of later) sum += one()
         return sum
       },
       web: ({ numbers }) => new URL('https://a.example/' + numbers.length).pathname.length,
     },
     expected: (_, caseId) => (caseId === 'web' ? 4 : 4950),
   })`,
)

describe('the shell of an engine', { concurrency: true }, () => {
  test('a suite is measured in Hermes and Node, from the same text, and what it lacks is said', {
    skip,
  }, async () => {
    const measured = async (seconds: number) => {
      const { code, stdout, stderr } = await bench.run(
        ...['./mine.bench.ts', '--quick', '--time', `${seconds}`, '--json', '-', '--no-save'],
        ...['--runtime', 'node', '--runtime', `hermes=${HERMES} -Xmicrotask-queue`],
      )
      assert.notEqual(stdout, '', stderr)
      return { code, stderr, record: JSON.parse(stdout) as RunRecord }
    }
    // In eight seconds a busy machine may not launch each case.
    const first = await measured(8)
    const isWhole = first.record.results.every(({ error }) => error?.code !== 'not-measured')
    const { code, stderr, record } = isWhole ? first : await measured(120)
    assert.equal(code, 0, stderr)
    const [, shell] = record.targets
    assert.equal(shell?.runtime, 'hermes')
    assert.deepEqual(shell?.engine, { name: 'hermes', version: '0.12.0' })
    assert.match(shell?.id ?? '', /^hermes~[0-9a-f]{8} -Xmicrotask-queue$/)
    assert.deepEqual(shell?.warnings, [{ code: 'lowers-suites' }])
    const found = record.results.map(({ case: id, target, status, error }) => [
      ...[id, target.replace(/[@~].*/, ''), status, error],
    ])
    const message = 'needs URL, which this shell does not have'
    const lacked = { code: 'lost', failure: 'unsupported', message }
    assert.deepEqual(found.toSorted(), [
      ['blocks', 'hermes', 'ok', null],
      ['blocks', 'node', 'ok', null],
      ['points', 'hermes', 'ok', null],
      ['points', 'node', 'ok', null],
      ['web', 'hermes', 'unsupported', lacked],
      ['web', 'node', 'ok', null],
    ])
    const fastest = (id: string, runtime: string) => {
      const result = record.results.find(one => one.case === id && one.target.startsWith(runtime))
      return Math.min(...(result?.launches ?? []).flatMap(({ wallNs }) => wallNs))
    }
    for (const id of ['points', 'blocks']) {
      const [shellNs, nodeNs] = [fastest(id, 'hermes'), fastest(id, 'node')]
      // An interpreter against a compiler.
      assert.ok(shellNs > 2 * nodeNs && shellNs < 1e8, `${id}: ${shellNs} and ${nodeNs} ns`)
    }
  })

  test('emit writes a script for the bare shell', { skip }, async () => {
    const { code, stdout, stderr } = await bench.run(
      ...['emit', './mine.bench.ts', '--case', 'blocks', '--runtime', `hermes=${HERMES}`],
      ...['--time', '0.05', '--out', 'files'],
    )
    assert.equal(code, 0, stderr)
    const [, command = ''] = /Run it on .*\n {2}(.*)\n/.exec(stdout) ?? []
    const [, digest = 'none'] = /expected digest is ([0-9a-f]{16})\./.exec(stdout) ?? []
    assert.match(command, / -w files\/mine-blocks-hermes\.js$/)
    const ran = await promisify(exec)(command, { cwd: bench.directory, timeout: 20_000 })
    assert.equal(ran.stderr, '')
    assert.match(
      ran.stdout,
      new RegExp(`^iterations: \\d+\nnanoseconds per iteration: \\S+\nanswer digest: ${digest}\n$`),
    )
  })

  test('an unknown shell is refused with exit code 2', async () => {
    const { code, stderr } = await bench.run('./mine.bench.ts', '--runtime', `jsc=${process.execPath}`)
    assert.equal(code, 2)
    assert.match(stderr, /does not print a version as jsc does\. Give the path of a jsc binary\.\n$/)
  })
})
