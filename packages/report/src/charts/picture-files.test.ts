import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { renderForest, renderMatrices } from './picture-files.ts'

test('renderForest is one SVG of its own: no variables, no reference to elsewhere', () => {
  const svg = renderForest(sampleRecord()) ?? ''
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img">.*<\/svg>\n$/s)
  assert.doesNotMatch(svg, /var\(--|currentColor|href|url\(|<style|<script|NaN|undefined/)
})

test('renderForest has a row for each paired comparison, with ratio, verdict and a band for δ and β', () => {
  const record = sampleRecord()
  const svg = renderForest(record) ?? ''
  const paired = record.comparisons.filter(comparison => comparison.paired)
  assert.equal(svg.match(/<text[^>]*>[▲▼=?] (?:slower|faster|same|inconclusive)/g)?.length, paired.length)
  assert.ok(svg.includes('>1.341× [1.334, 1.348]<'))
  assert.ok(svg.includes('>▲ slower †<'))
  assert.equal(svg.match(/<g fill="#[0-9a-f]+"><rect x=/g)?.length, 2)
})

test('renderForest places a ratio by its logarithm', () => {
  const svg = renderForest(sampleTargetsRecord()) ?? ''
  const tickAt = (name: string) =>
    Number(new RegExp(`translate\\(([\\d.]+),[\\d.]+\\)">${name}<`).exec(svg)?.[1])
  const bun = sampleTargetsRecord().comparisons.filter(each => each.head.startsWith('bun'))
  const triangles = Array.from(svg.matchAll(/translate\(([\d.]+),[\d.]+\)" d="M0,-4/g), ([, x]) => Number(x))
  const expected = bun.map(
    ({ ratio }) => tickAt('1×') + Math.log2(ratio.value) * (tickAt('2×') - tickAt('1×')),
  )
  assert.equal(triangles.length, expected.length)
  for (const [index, x] of triangles.entries()) assert.ok(Math.abs(x - (expected[index] ?? 0)) < 0.5)
})

test('renderForest draws an interval that is too wide for any axis', () => {
  const record = sampleRecord()
  const wide = { lower: 1e-300, upper: 1e300 }
  const comparisons = record.comparisons.map(each => ({ ...each, ratio: { ...each.ratio, ...wide } }))
  assert.doesNotMatch(renderForest({ ...record, comparisons }) ?? 'NaN', /NaN|Infinity/)
})

test('renderForest takes hostile names as text', () => {
  const record = sampleRecord()
  const hostile = '</text><script>alert(1)</script>"\u0000&'
  const rename = (id: string) => (id === 'arrow-2' ? hostile : id)
  const svg = renderForest({
    ...record,
    suites: record.suites.map(suite => ({ ...suite, question: hostile })),
    comparisons: record.comparisons.map(each => ({ ...each, case: rename(each.case) })),
  })
  assert.doesNotMatch(svg ?? '', /<script|<\/text><\/text>/)
  assert.match(svg ?? '', /&lt;\/text&gt;/)
})

test('renderForest is null when nothing was paired', () => {
  const record = sampleRecord()
  assert.equal(
    renderForest({ ...record, comparisons: record.comparisons.filter(each => !each.paired) }),
    null,
  )
})

test('renderMatrices leads with what is decided, also where it is faster here and slower there', () => {
  const record = sampleTargetsRecord()
  const comparisons = record.comparisons.map(each =>
    each.head.startsWith('bun') ? each : { ...each, verdict: 'inconclusive' as const, reason: 'too wide' },
  )
  assert.match(renderMatrices({ ...record, comparisons })[0]?.headline ?? '', /^▼▲ bun: /)
})
