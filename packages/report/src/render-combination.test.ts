import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CombinationRecord } from '@steelyard/record'
import { combinationSample } from '@steelyard/record/fixtures/combination-sample'
import { displayWidth, type TerminalStyle } from '@steelyard/text'
import { renderMachines } from './charts/picture-files.ts'
import { combinationEvidence } from './content/combination/combination-evidence.ts'
import { combinationPage } from './content/combination/combination-page.ts'
import { renderOutlinesHtml } from './html/render-outlines.ts'
import { renderOutlinesMarkdown } from './markdown/render-outline.ts'
import { renderOutlines } from './terminal/render-outline.ts'

const renderCombination = (combination: CombinationRecord, style: TerminalStyle) =>
  renderOutlines(combinationPage(combination), style)
const renderCombinationMarkdown = (combination: CombinationRecord) =>
  renderOutlinesMarkdown(combinationPage(combination))
const renderCombinationEvidence = (combination: CombinationRecord) =>
  renderOutlinesMarkdown(combinationEvidence(combination))
const renderCombinationHtml = (combination: CombinationRecord) =>
  renderOutlinesHtml(combinationPage(combination))

const HOSTILE = '<img src=x onerror=alert(1)>\u001b[31m|'
const hostile = () => {
  const sample = combinationSample()
  return {
    ...sample,
    records: sample.records.map(record => ({ ...record, file: HOSTILE })),
    comparisons: sample.comparisons.map(each => ({ ...each, case: HOSTILE })),
  }
}

test('renderCombination draws a forest plot in text', () => {
  const text = renderCombination(combinationSample(), { width: 100, color: false })
  assert.match(text, /^ {2}zen4-25\.17-aaaaaa +1\.10× \[1\.04, 1\.16\] +[│ ]*─*●─* +2 sessions$/m)
  assert.match(text, /^ {4}2026-11-21 09:00 .*·*○·* .*not counted: a preview$/m)
  assert.match(text, /^ {2}a CPU not measured +\[0\.60, 0\.95\] +─+[─ ]*│? +approximate$/m)
  assert.match(text, /In short\n/)
  assert.match(text, /τ 28 % \[12, >1000\]/)
})

test('renderCombination keeps to the width, and to lines where there is no room for a table', () => {
  for (const width of [40, 60, 80, 100, 140]) {
    const lines = renderCombination(combinationSample(), { width, color: false }).split('\n')
    for (const line of lines) assert.ok(displayWidth(line) <= width, `${width}: ${line}`)
  }
})

test('renderCombinationMarkdown has the conclusions first, then a table for each comparison', () => {
  const text = renderCombinationMarkdown(combinationSample())
  assert.match(text, /^### json-reviver/)
  assert.ok(text.indexOf('**depends on the machine**') < text.indexOf('| machine, session |'))
  assert.match(text, /^\| zen4-25\.17-aaaaaa \| 1\.10× /m)
  assert.match(text, /^\| \u20032026-11-21 09:00 \| /m)
  assert.match(text, /^- Failed on `zen5-26\.2-ff4994 #2`: It crashed\.$/m)
})

test('renderCombinationEvidence says first what it lacks, and last how to compute it again', () => {
  const sample = combinationSample()
  const text = renderCombinationEvidence(sample)
  assert.match(
    text,
    /^### .*\n\n\*\*This is not evidence, or not in full\.\*\* .*2 of 2 records were not made as evidence/,
  )
  assert.match(text, /combine records --threshold 1\n```\n$/)
  const records = sample.records.map(record => ({ ...record, evidence: true }))
  assert.doesNotMatch(renderCombinationEvidence({ ...sample, records }), /not evidence/)
  const nothing = sample.comparisons.slice(4, 6)
  assert.match(
    renderCombinationEvidence({ ...sample, records, comparisons: nothing }),
    /nothing is concluded/,
  )
})

test('renderCombinationHtml draws each comparison with its numbers behind, and lets nothing be markup', () => {
  const page = renderCombinationHtml(combinationSample())
  assert.equal(page.match(/<figure>/g)?.length, 7)
  assert.match(page, /◂/, 'an interval that goes on beyond the picture says so')
  assert.match(page, /<strong class="inconclusive">depends on the machine<\/strong>/)
  assert.match(page, /stroke-dasharray/)
  assert.doesNotMatch(renderCombinationHtml(hostile()), /<img/)
  assert.doesNotMatch(renderMachines(hostile()), /<img/)
  assert.match(renderMachines(combinationSample()), /^<svg xmlns=/)
})

test('renderCombinationHtml begins with comparisons by machine, each coloured by the conclusion alone', () => {
  const [first = ''] = renderCombinationHtml(combinationSample()).split('<h2')
  const row = (name: string) =>
    first.split('<th scope="row">').find(each => each.startsWith(`${name}<`)) ?? ''
  assert.deepEqual(
    Array.from(row('arrow-2').matchAll(/<td class="([a-z]+)/g), ([, shade]) => shade),
    ['slower', 'open', 'faster'],
  )
  assert.deepEqual(
    Array.from(row('delete-keys').matchAll(/<td class="([a-z]+)/g), ([, shade]) => shade),
    ['open', 'none', 'none'],
  )
})

test('no printer lets a terminal or Markdown obey what a record holds', () => {
  const text = renderCombination(hostile(), { width: 100, color: false })
  assert.ok(!text.includes('\u001b'))
  const markdown = renderCombinationMarkdown(hostile())
  assert.ok(!markdown.includes('\u001b'))
  assert.doesNotMatch(markdown.replaceAll(/`+[^`]*.*?`+/g, ''), /<img/)
})

test('renderCombination draws every plot for which there is room, also below the longest name of a session', () => {
  for (const width of [90, 100]) {
    const text = renderCombination(combinationSample(), { width, color: false })
    const heads = text.match(/^ {2}machine, session .*/gm) ?? []
    assert.ok(heads.length > 5)
    for (const head of heads) assert.match(head, /ratio +[\d.]+ +[\d.]+$/)
  }
})
