import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRecord, validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { newBench, processesOf } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const MANNERS = fileURLToPath(new URL('fixtures/manners.bench.ts', import.meta.url))

test('bench measures the good cases when others throw, lie, exit or eat memory', linux, async t => {
  const bench = newBench(t)
  const { code, stderr } = await bench.run(
    ...[MANNERS, '--runtime', 'node', '--quick', '--time', '60', '--window', '20ms'],
    ...['--json', 'record.json', '--markdown', 'report.md', '--no-save'],
  )
  assert.equal(code, 1, stderr)
  const { results } = await readRecord(join(bench.directory, 'record.json'))
  const found = Object.fromEntries(results.map(({ case: caseId, status }) => [caseId, status]))
  assert.deepEqual(found, {
    good: 'ok',
    'also-good': 'ok',
    'bad-setup': 'failed',
    'wrong-answer': 'failed',
    'late-promise': 'failed',
    throws: 'failed',
    exits: 'crashed',
    hungry: 'crashed',
    impossible: 'unsupported',
  })
  const lost = Object.fromEntries(results.map(({ case: caseId, lostLaunches }) => [caseId, lostLaunches]))
  assert.deepEqual(
    lost.throws?.map(({ own }) => own),
    [true],
  )
  assert.ok(lost.good?.some(({ own, error }) => !own && /manners\/\S+ on node@/.test(error)))
  const errors = Object.fromEntries(results.map(({ case: caseId, error }) => [caseId, error]))
  assert.match(errorText(errors['bad-setup']), /threw in setup: the setup is broken/)
  assert.match(errorText(errors['wrong-answer']), /\[3,2,1\] differs from \[1,2,3\] of good/)
  assert.match(errorText(errors['late-promise']), /returned a promise, and none in its first call/)
  assert.match(errorText(errors.hungry), /over the limit of 2\.0 GB/)
  assert.ok(existsSync(join(bench.directory, 'report.md')))
  assert.deepEqual(processesOf(bench.directory), [])
})

test('bench checks chosen cases against one another where the baseline was not chosen', async t => {
  const bench = newBench(t)
  const { code, stdout, stderr } = await bench.run(
    ...[MANNERS, '--case', 'also-good', '--case', 'wrong-answer', '--runtime', 'node', '--quick'],
    ...['--time', '2', '--window', '20ms', '--json', '-', '--no-save'],
  )
  assert.equal(code, 1, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok', 'failed'],
  )
  assert.match(errorText(results[1]?.error), /\[3,2,1\] differs from \[1,2,3\] of also-good/)
})

test(
  'bench counts a launch that crashed after good ones, for the contender and for those it took along',
  linux,
  async t => {
    const bench = newBench(t)
    const file = join(bench.directory, 'launches')
    writeFileSync(file, '')
    writeFileSync(
      join(bench.directory, 'fragile.bench.ts'),
      `import { suite } from 'steelyard'
     const fs = process.getBuiltinModule('node:fs')
     export default suite({
       name: 'fragile',
       question: 'What becomes of the fourth launch?',
       setup: (_, caseId) => {
         if (caseId === 'fragile') fs.appendFileSync(process.env.LAUNCHES, '.')
         return { calls: 0, launches: fs.readFileSync(process.env.LAUNCHES, 'utf8').length }
       },
       cases: {
         sturdy: state => state.calls++ < 0,
         fragile: state => {
           // The probe for late code comes before the launches.
           if (state.launches > 4 && state.calls++ > 1000) process.exit(7)
           return false
         },
       },
     })`,
    )
    const runtime = `LAUNCHES=${file} node`
    const { code, stderr } = await bench.run(
      ...['./fragile.bench.ts', '--runtime', runtime, '--quick', '--time', '100', '--window', '20ms'],
      ...['--json', 'record.json', '--no-save'],
    )
    assert.equal(code, 1, stderr)
    const { results } = await readRecord(join(bench.directory, 'record.json'))
    const [sturdy, fragile] = results
    assert.equal(fragile?.status, 'crashed')
    assert.match(errorText(fragile?.error), /exited with code 7/)
    assert.equal(fragile?.launches.length, 3)
    const counts = (result: typeof sturdy) => result?.lostLaunches.map(({ launch, own }) => ({ launch, own }))
    assert.deepEqual(counts(fragile), [{ launch: 3, own: true }])
    assert.equal(sturdy?.launches.length, 5)
    assert.deepEqual(counts(sturdy), [{ launch: 3, own: false }])
    assert.match(sturdy?.lostLaunches[0]?.error ?? '', /fragile\/fragile on .* exited with code 7/)
    assert.ok(
      sturdy?.warnings.some(({ code, launches, of }) => code === 'lost-beside' && launches === 1 && of === 6),
    )
  },
)

test('bench says why an expression fails, and shows and keeps nothing else', linux, async t => {
  const bench = newBench(t)
  const { code, stdout, stderr } = await bench.run('-e', 'nope.x', '--runtime', 'node', '--quick')
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^expressions\/nope\.x on node@\S+ threw: nope is not defined\.$/m)
  assert.doesNotMatch(stderr, /Record|report|noisy/)
  assert.deepEqual(readdirSync(join(bench.directory, 'results/local')), [])
})
