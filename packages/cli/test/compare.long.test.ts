// Catches evidence that does not show why a build is slower, or that cannot be repeated from its record.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type RunRecord, readRecord } from '@steelyard/record'
import { Bench, processesOf } from './bench-process.ts'
import { wrapper, writeHotSuite } from './hot-suite.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const bench = new Bench()
after(() => bench.remove())
writeHotSuite(bench)

test(
  'bench compare --evidence finds a wrapper slower that turns the compilers off, shows why, and can be repeated',
  linux,
  async () => {
    // Without exec the runtime is a grandchild, which must be measured and ended all the same.
    const slow = wrapper(bench, 'slow', `'${process.execPath}' --no-opt --no-maglev "$@"`)
    const compared = async (seconds: number) => {
      const ended = await bench.run(
        ...[
          'compare',
          './hot.bench.ts',
          '--base',
          'node',
          '--head',
          `node=${slow}`,
          '--evidence',
          'evidence',
        ],
        // Precise enough as soon as there are twenty launches.
        ...['--precision', '50', '--window', '20ms', '--time', `${seconds}`, '--seed', '3', '--no-save'],
        ...['--fail-on', 'slower'],
      )
      return { ...ended, record: await readRecord(join(bench.directory, 'evidence', 'record.json')) }
    }
    // A busy machine may make one launch in the time, which gives no comparison.
    const first = await compared(15)
    const { code, stderr, stdout, record } = first.record.comparisons.length > 0 ? first : await compared(120)
    const text = readFileSync(join(bench.directory, 'evidence', 'evidence.md'), 'utf8')
    assert.match(readFileSync(join(bench.directory, 'evidence', 'ratios.svg'), 'utf8'), /^<svg /)
    assert.match(stdout, /Evidence: evidence/)
    assert.deepEqual(processesOf(bench.directory), [])
    const [base, head] = record.targets
    assert.equal(head?.build?.execArgv, '["--no-opt","--no-maglev"]')
    assert.equal(head.build.executableSha256, base?.binary.sha256)
    assert.match(text, /is a file that starts another: .*`\["--no-opt","--no-maglev"\]`/)
    assert.equal(text.includes(bench.directory), false, 'no path of this machine')
    const comparison = record.comparisons.find(({ paired }) => paired)
    assert.ok(comparison?.control && comparison.otherClockRatio)
    assert.ok(comparison.ratio.value > 1.5, 'many times as slow, however noisy the machine is')
    assert.equal(comparison.verdict === 'slower', code === 1, stderr)
    await repeated(record, slow)
    if (comparison.verdict !== 'slower') {
      assert.equal(code, 0, stderr)
      return
    }
    // A busy machine has too few launches for an interval so narrow, and then no verdict.
    assert.ok(comparison.ratio.n >= 20 && comparison.ratio.lower > 1.5)
    assert.match(text, /\| `hot\/calls` \| `\*\*\*` \| -\d\d\.\d\d % \|/)
    const optimised = (target: string) =>
      record.results
        .find(result => result.target === target && !result.control)
        ?.tiers?.functions.flatMap(({ code }) => code)
        .filter(({ tier }) => tier !== 'Sparkplug')
    assert.ok(optimised(base?.id ?? '')?.length)
    assert.deepEqual(optimised(head.id), [])
    assert.match(text, /\| `mix` \| compiled by \w+ \| [1-9]\d* \| 0 \|/)
  },
)

async function repeated(record: RunRecord, slow: string): Promise<void> {
  const build = record.targets[1]?.id ?? ''
  const { code, stdout, stderr } = await bench.run(
    ...['rerun', join('evidence', 'record.json'), '--trust', '--path', `${build}=${slow}`, '--time', '5'],
    ...['--json', 'again.json', '--no-save'],
  )
  // Too short for evidence, so nothing is slower.
  assert.equal(code, 0, stderr)
  const again = await readRecord(join(bench.directory, 'again.json'))
  // A busy machine may have made one launch in the time, which gives no comparison.
  if (again.comparisons.length > 0) {
    assert.match(stdout, new RegExp(`Compared with the record of ${record.startedAt}`))
    assert.match(stdout, /^To combine both: .* combine evidence\/record\.json again\.json$/m)
  }
  assert.equal(again.rerunOf, record.id)
  assert.notEqual(again.seed, record.seed)
  assert.deepEqual(
    again.targets.map(({ id, binary }) => [id, binary]),
    record.targets.map(({ id, binary }) => [id, binary]),
  )
  assert.deepEqual(again.compared, record.compared)
}
