import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndsLine, Journal, MiddleLine } from './bisect-journal.ts'
import { headText, journalText, stepTexts } from './bisect-text.ts'

const STYLE = { width: 140, color: false }
const VERSIONS = ['20.8.0', '20.9.0', '20.10.0', '21.0.0', '21.1.0', '21.2.0']

function estimate(value: number) {
  return { value, lower: value * 0.98, upper: value * 1.02, level: 0.95, n: 10 }
}

const MEASURED = {
  finishedAt: '2026-11-21T10:00:00.000Z',
  seconds: 20,
  launches: 10,
  record: 'x.json',
  note: null,
}
const ENGINES = {
  good: { name: 'v8', version: '11.3' },
  middle: null,
  bad: { name: 'v8', version: '11.8' },
} as const

function ends(found: EndsLine['ends'], note: string | null = null): EndsLine {
  return { step: 'ends', ends: found, ...MEASURED, engines: ENGINES, badRatio: estimate(1.5), note }
}

function middle(index: number, place: MiddleLine['place'], misfit: MiddleLine['misfit'] = null): MiddleLine {
  const engines = { ...ENGINES, middle: { name: 'v8', version: index < 3 ? '11.3' : '11.8' } }
  const middleRatio = estimate(place === 'good' ? 1 : 1.5)
  return { step: 'middle', middle: index, place, misfit, ...MEASURED, engines, badRatio: null, middleRatio }
}

function journal(first: EndsLine | null, ...middles: readonly MiddleLine[]): Journal {
  return {
    head: {
      ...{
        schema: 'steelyard/bisect@1',
        startedAt: MEASURED.finishedAt,
        command: [
          ...['bisect', './sums.bench.ts', '--case=loop', '--param', 'n=9', '--metric', 'cpu'],
          ...['--json', '-', '--good', 'node@20.8', '--bad', 'node@21'],
        ],
      },
      steelyard: { version: '0.1.0', commit: null },
      ...{
        suite: 'sums',
        case: 'loop',
        params: { n: 9 },
        runtime: 'node',
        metric: 'wall',
        error: 0.05,
        seed: 1,
      },
      releases: VERSIONS.map(version => ({ version, target: `node@${version}` })),
      rules: { threshold: 0.01, biasAllowance: 0.002, error: 0.01 },
    },
    ends: first,
    middles,
  }
}

test('the head says what is searched, and the chance of an error', () => {
  const { head } = journal(null)
  assert.match(
    headText(head),
    /^sums\/loop \(n=9\): 6 releases from node@20\.8\.0 to node@21\.2\.0, by version/,
  )
  assert.match(headText(head), /At most 6 steps, .* at most 5 %\.$/)
})

test('the conclusion names the release, its engine and its neighbour, and no cause', () => {
  const found = journal(ends(1), middle(2, 'good'), middle(3, 'bad'))
  const text = journalText(found, STYLE)
  assert.match(
    text,
    /First release like bad: {2}node@21\.0\.0 \(v8 11\.8\), 1\.50× \[1\.47, 1\.53\] of node@20\.8\.0/,
  )
  assert.match(text, /Last release like good: {2}node@20\.10\.0 \(v8 11\.3\), 1\.000× \[/)
  assert.match(text, /a release, not a cause/)
  assert.match(
    text,
    /node 21 is a separate release line, and its first release may be older than the last of node 20/,
  )
  // In version order, with the step that measured each.
  assert.match(
    text,
    /20\.8\.0 .*good.*\n.*20\.10\.0 .*like good, step 1.*\n.*21\.0\.0 .*like bad, step 2.*\n.*21\.2\.0/,
  )
  assert.deepEqual(
    stepTexts(found).map(line => line.split('  ')[0]?.trim()),
    ['ends', 'step 1', 'step 2'],
  )
})

test('every version is drawn where its ratio lies, and without the picture where there is no room', () => {
  const lost = { ...middle(4, 'lost'), engines: ENGINES, middleRatio: null, note: 'no such file' }
  const found = journal(ends(1), middle(2, 'good'), middle(3, 'bad'), lost)
  const [wide, narrow] = [140, 80].map(width => journalText(found, { ...STYLE, width }))
  assert.match(wide ?? '', /^ {2}node@20\.8\.0 \(v8 11\.3\) +● +good$/m)
  assert.match(
    wide ?? '',
    /^ {2}node@21\.0\.0 \(v8 11\.8\) +1\.50× \[1\.47, 1\.53\] +│ +─+●─* +like bad, step 2$/m,
  )
  assert.match(wide ?? '', /^ {2}node@21\.1\.0 +│ +skipped: no such file, step 3$/m)
  assert.match(narrow ?? '', /^ {2}node@21\.0\.0 \(v8 11\.8\) +1\.50× \[1\.47, 1\.53\] +like bad, step 2$/m)
})

test('two releases of one line need no sentence about lines', () => {
  const text = journalText(journal(ends(-1), middle(3, 'good'), middle(4, 'bad')), STYLE)
  assert.match(text, /First release like bad: {2}node@21\.1\.0/)
  assert.doesNotMatch(text, /release line/)
})

for (const [what, searched, pattern] of [
  ['equal ends', journal(ends('same')), /are the same within 1 %: there is nothing to search for/],
  [
    'ends not known to differ',
    journal(ends(null)),
    /not certain that \S+ and \S+ differ, so there may be no change/,
  ],
  [
    'unsteady ends',
    journal(ends(null, 'never steady')),
    /not certain that \S+ and \S+ differ \(never steady\), so/,
  ],
  [
    'an interrupted search',
    journal(ends(1), middle(2, 'good')),
    /after node@20\.10\.0, at node@21\.2\.0 at the latest; the .* interrupted/,
  ],
  [
    'neighbours that cannot be classified',
    journal(ends(1), middle(2, 'good'), middle(3, 'unclear'), middle(4, 'bad')),
    /after node@20\.10\.0, at node@21\.1\.0 at the latest; no release between them could be classified.* sweep \.\/sums\.bench\.ts --case=loop --param n=9 --metric cpu --good node@20\.8 --bad node@21$/,
  ],
  [
    'a middle that fits neither end',
    journal(ends(1), middle(2, 'between', 'between')),
    /ends here\.\nThere is more than one change: node@20\.10\.0 fits neither end\..*sweep .* --good /,
  ],
  [
    'a middle beyond an end',
    journal(ends(1), middle(2, 'bad', 'beyond bad'), middle(1, 'bad')),
    /First release like bad: {2}node@20\.9\.0.*more than one change: node@20\.10\.0 fits neither end/s,
  ],
] as const) {
  test(`the conclusion says so: ${what}`, () => assert.match(journalText(searched, STYLE), pattern))
}
