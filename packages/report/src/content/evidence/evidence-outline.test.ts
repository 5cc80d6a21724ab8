import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { compareSample, ratioOf } from '@steelyard/record/fixtures/compare-sample'
import { renderMarkdown } from '../../markdown/render-markdown.ts'
import { renderOutlineMarkdown } from '../../markdown/render-outline.ts'
import { renderReport } from '../../terminal/render-report.ts'
import { evidenceOutline, improvementOf, percentText, starsOf } from './evidence-outline.ts'

const renderEvidence = (record: RunRecord) => renderOutlineMarkdown(evidenceOutline(record))

test('improvementOf is the change of the rate, as compare.R has it', () => {
  const { value, accuracy } = improvementOf({ ...ratioOf(1), value: 0.8, lower: 0.75, upper: 0.9 })
  assert.ok(Math.abs(value - 0.25) < 1e-12)
  assert.ok(Math.abs(accuracy - (1 / 0.75 - 1 / 0.9) / 2) < 1e-12)
  assert.deepEqual([percentText(0.12461), percentText(-0.00001)], ['12.46 %', '0.00 %'])
})

test('starsOf counts by the adjusted p-value, and gives none where the basis or the launches lack something', () => {
  const [, , , sample] = compareSample().comparisons
  assert.ok(sample)
  const judged = { ...sample, verdict: 'slower', reason: null } as const
  const stars = (changes: Partial<typeof sample>) => starsOf({ ...judged, ...changes })
  assert.deepEqual(
    [0.0009, 0.001, 0.009, 0.049, 0.05, null].map(adjustedPValue => stars({ adjustedPValue })),
    ['***', '**', '**', '*', '', ''],
  )
  const sure = { adjustedPValue: 1e-9 }
  assert.equal(stars({ ...sure, verdict: 'inconclusive', reason: 'sign known but small' }), '***')
  assert.equal(stars({ ...sure, verdict: 'inconclusive', reason: 'drifting' }), '')
  assert.equal(stars({ ...sure, ratio: { ...sample.ratio, n: 19 } }), '')
  assert.equal(stars({ ...sure, control: { ratio: ratioOf(1.1), pValue: 0.001, passed: false } }), '')
  assert.equal(starsOf({ ...judged, ...sure, control: null }), '')
})

test('renderEvidence has the table that reviewers know, and says what it rests on', () => {
  const text = renderEvidence(compareSample())
  assert.doesNotMatch(text, /no evidence/)
  assert.match(
    text,
    /\| `json-reviver\/arrow-2[^`]*` \| `\*\*\*` \| -\d\d\.\d\d % \| ±\d+\.\d\d % \| 2\.7\S*× .* \| \*\*▲ slower/,
  )
  assert.match(text, /adjusted by Holm for all 4 comparisons, against/)
  assert.match(text, /threshold 1 %, bias allowance 0\.2 %/)
  assert.match(text, /no verdict under 20 launches/i)
  assert.match(text, /stops after its planned launches, on precision or on time/)
  for (const { binary } of compareSample().targets) assert.ok(text.includes(binary.sha256 ?? 'no hash'))
  assert.match(text, /is a file that starts another: .* and was given `\["--x"\]`/)
  assert.match(text, /v8\\_enable\\_sandbox: 1 in `node@26\.10\.0`; 0 in `/)
  assert.match(text, /Other builds of the same source/)
  const sample = compareSample()
  const withSource = (biasSource: 'measured' | 'assumed') =>
    renderEvidence({ ...sample, comparisons: sample.comparisons.map(one => ({ ...one, biasSource })) })
  assert.match(withSource('measured'), /The bias allowance was measured on it/)
  assert.match(withSource('assumed'), /The bias allowance is assumed, not measured on it/)
})

test('renderEvidence shows what the compilers did on both sides', () => {
  const text = renderEvidence(compareSample())
  assert.match(text, /\| `node@26\.10\.0 walk` \| Maglev \|/)
  assert.match(
    text,
    /`arrow-2` on `node@26\.10\.0 --max-semi-space-size=64`: left the code of `walk`, 3 times: wrong map/,
  )
  assert.match(text, /Iterations took 1\.02 times as long as in the timed launches\./)
})

test('renderEvidence says on top what it lacks, and where the command ran is not in it', () => {
  const record = compareSample()
  const over = (n: number) =>
    record.comparisons.map((each, index) => (index === 0 ? { ...each, ratio: { ...each.ratio, n } } : each))
  const text = renderEvidence({ ...record, comparisons: over(12) })
  assert.match(renderEvidence({ ...record, comparisons: over(1) }), /json-reviver\/parse.*: 1 launch\./)
  assert.match(
    text.split('\n')[2] ?? '',
    /^\*\*Part of this is not evidence.*json-reviver\/parse.*: 12 launches/,
  )
  assert.match(
    text,
    /--base node@26\.10\.0 --head 'node=<path>' --head bun@1\.4\.5 --evidence '<folder>' --seed 42/,
  )
  assert.doesNotMatch(text, /home\/me/)
  assert.match(
    renderEvidence({ ...record, comparisons: [] }),
    /\*\*This is not evidence.*nothing was compared/,
  )
})

test('renderEvidence assigns an effect to the flag that has it alone and on top of the others', () => {
  const text = renderEvidence(compareSample())
  assert.match(text, /`--slow` \*\*slower\*\*; `--idle` \*\*open\*\*/)
  const record = compareSample()
  const comparisons = record.comparisons.map(each =>
    each.case === 'arrow-2' ? { ...each, biasAllowance: 0.6 } : each,
  )
  const allowed = renderEvidence({ ...record, comparisons })
  assert.match(allowed, /`--slow`, `--idle` \*\*open\*\*/, 'by the allowance of its own comparison')
})

test('terminal and Markdown show both clocks where targets were compared, and which flag does it', () => {
  const record = compareSample()
  const wide = renderReport(record, { width: 130, color: false })
  assert.match(wide, /ratio to node@26\.10\.0 +CPU ratio +verdict/)
  assert.match(wide, /json-reviver\/arrow-2 \(payload=rsc\): --slow slower; --idle open/)
  const narrow = renderReport(record, { width: 70, color: false })
  assert.doesNotMatch(narrow, /CPU ratio/)
  const markdown = renderMarkdown(record)
  assert.match(markdown, /\| ratio to node@26\.10\.0 \| CPU ratio \| verdict \|/)
  assert.match(markdown, /`--slow` alone 1\.500× .*on top of the others 1\.520×/)
})

test('renderEvidence assigns nothing on fewer launches than a verdict takes', () => {
  const few = compareSample()
  assert.ok(few.compared)
  const text = renderEvidence({ ...few, compared: { ...few.compared, minimumLaunches: 21 } })
  assert.match(text, /`--slow`, `--idle` \*\*open\*\*/)
})

test('renderEvidence warns of a head that differs from the base no more than a rebuild does', () => {
  const record = compareSample()
  const [, rebuilt, head] = record.targets
  assert.ok(record.compared && rebuilt && head)
  const compared = { ...record.compared, heads: [head.id], rebuilt: rebuilt.id }
  const withRatios = (ofRebuilt: number, ofHead: number) =>
    renderEvidence({
      ...record,
      compared,
      comparisons: record.comparisons.map(each => ({
        ...each,
        ratio: ratioOf(each.head === rebuilt.id ? ofRebuilt : ofHead),
      })),
    })
  assert.match(withRatios(1.02, 1.01), /\*\*Warning\*\*: .*differs from the base no more than a rebuild does/)
  assert.doesNotMatch(withRatios(1.02, 1.2), /Warning\*\*/)
  assert.doesNotMatch(withRatios(1.02, 1.01), /Other builds of the same source/)
})

test('renderEvidence has no improvement and no accuracy where a ratio and its interval reach 0', () => {
  const sample = compareSample()
  const comparisons = sample.comparisons.map(each => ({
    ...each,
    ratio: { ...each.ratio, value: 0, lower: 0 },
  }))
  assert.doesNotMatch(renderEvidence({ ...sample, comparisons }), /Infinity/)
})
