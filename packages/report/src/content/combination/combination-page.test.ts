import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combinationSample } from '@steelyard/record/fixtures/combination-sample'
import { type Phrase, phraseText } from '@steelyard/text'
import type { OutlinePage } from '../outline.ts'
import { combinationPage, ratiosIn } from './combination-page.ts'

const page = combinationPage(combinationSample())

/** The sentences of a list. */
function listOf({ lead, outlines }: OutlinePage, title: string): readonly Phrase[] {
  const blocks = [...lead, ...outlines.flatMap(outline => outline.blocks)]
  return blocks.flatMap(block => ('items' in block && block.title.startsWith(title) ? block.items : []))
}

test('combinationPage puts every conclusion into words', () => {
  assert.deepEqual(
    ratiosIn(page).map(({ about }) => phraseText(about)),
    [
      'depends on the machine: ▼ faster on zen5-26.2-ff4994 #2, ▲ slower on zen4-25.17-aaaaaa',
      '▼ faster on all 3 machines measured (2 CPUs); the size differs between CPUs; faster on nearly all such CPUs',
      '= same on the one machine measured',
      'size differs between the 2 CPUs measured, and not all show one direction',
      '? not separable from the hour: no machine has two sessions',
      '? inconclusive: no machine shows a direction',
      '? inconclusive: no machine has a session that counts; 1 machine could not be counted',
    ],
  )
})

test('combinationPage has a row for a machine, its sessions beneath, and what does not count apart', () => {
  const [{ ratios, notes } = assert.fail()] = ratiosIn(page)
  assert.deepEqual(
    ratios.map(({ look, label, note }) => [look, label, note]),
    [
      ['thick', 'zen4-25.17-aaaaaa', '2 sessions'],
      ['thin', '2026-11-21 09:00', '12 launches'],
      ['thin', '2026-11-21 09:00', '12 launches'],
      ['thick', 'zen5-26.2-ff4994 #1', '1 session'],
      ['thin', '2026-11-21 09:00', '12 launches'],
      ['hollow', '2026-11-21 09:00', 'not counted: a preview'],
      ['thick', 'zen5-26.2-ff4994 #2', '2 sessions'],
      ['thin', '2026-11-21 09:00', '12 launches'],
      ['thin', '2026-11-21 09:00', '12 launches'],
      ['mean', 'mean over 2 CPUs', 'τ 28 % [12, >1000]'],
    ],
  )
  assert.deepEqual(notes.map(phraseText), ['Failed on zen5-26.2-ff4994 #2: It crashed.'])
})

test('combinationPage draws what was measured, however wide the mean of few CPUs is', () => {
  const [{ domain, ratios } = assert.fail()] = ratiosIn(page)
  assert.equal(ratios.find(({ look }) => look === 'mean')?.ratio?.upper, 40)
  const [low, high] = domain
  assert.ok(low > 0.3 && low < 0.49 && high > 1.33 && high < 2)
})

test('combinationPage writes out the ratio of a machine with one session, however large', () => {
  const sample = combinationSample()
  const [, , , , single] = sample.comparisons
  assert.ok(single)
  const machines = single.machines.map(machine => ({ ...machine, mean: 123 }))
  const { lead } = combinationPage({ ...sample, comparisons: [{ ...single, machines }] })
  const grids = lead.flatMap(block => ('grids' in block ? block.grids : []))
  assert.deepEqual(
    grids[0]?.cells[0]?.map(({ value, word }) => [value, word]),
    [['123', 'undecided: one session']],
  )
})

test('combinationPage names what sets two comparisons of one name apart, and the targets once', () => {
  assert.equal(page.title, 'json-reviver: node@26.10.0 --no-opt against node@26.10.0')
  assert.deepEqual(
    ratiosIn(page).map(({ title }) => title.replace(/^[^,]*/, '')),
    ['', '', '', '', '', ', code 4c4c4c4c, estimator 1', ', code 5d5d5d5d, estimator 2'],
  )
})

test('combinationPage calls differences candidates, and tells what was not combined and what to try', () => {
  const differences = listOf(page, 'In what the machines differ: candidates for a cause, not causes')
  assert.deepEqual(differences.map(phraseText).slice(0, 1), [
    'microcode: 0x1 on zen4-25.17-aaaaaa; unknown on zen5-26.2-ff4994 #1, zen5-26.2-ff4994 #2',
  ])
  const said = listOf(page, 'Not combined').map(phraseText).join('\n')
  for (const words of [
    /old\.json, no-id\.json: no id of the CPU or the installation, so the machine may count already/,
    /copy\.json: the same measurement/,
    /mitata\.json: another tool measured/,
    /cases\.json: no comparison of contenders/,
    /kept apart, since they differ in the code of the suite and the way of estimating: zen4\.json \/ zen5\.json, old\.json/,
    /1 comparison is in one record alone: json-reviver\/once/,
  ]) {
    assert.match(said, words)
  }
  assert.deepEqual(
    listOf(page, 'What to try').map(item =>
      phraseText(item).replace(/^json-reviver\/([a-z-]+).*?: /, '$1: '),
    ),
    [
      'context-source: repeat it on one of these machines 2 hours or more after its first record, so that the machine can be distinguished from the hour',
      'function-arguments: add sessions, each hours after the others, where the interval is wide',
      'function-arguments: measure it again, in a full run',
    ],
  )
})

test('combinationPage says a conclusion that all comparisons share once', () => {
  const sample = combinationSample()
  const [, , same] = sample.comparisons
  assert.ok(same)
  const alike = { ...sample, comparisons: [same, { ...same, case: 'other' }] }
  assert.deepEqual(listOf(combinationPage(alike), 'In short').map(phraseText), [
    'json-reviver/parse (payload=rsc), json-reviver/other (payload=rsc): = same on the one machine measured',
  ])
})

test('combinationPage draws a target with variables as its runtime', () => {
  const sample = combinationSample()
  const comparisons = sample.comparisons.map(each => ({
    ...each,
    head: { ...each.head, id: 'A=1 node@26.1.0 --no-opt' },
  }))
  const [{ ratios } = assert.fail()] = ratiosIn(combinationPage({ ...sample, comparisons }))
  assert.equal(ratios[0]?.runtime, 'node')
})
