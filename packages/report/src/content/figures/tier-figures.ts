import type { FunctionTiersRecord, ResultRecord } from '@steelyard/record'
import { sum } from '@steelyard/stats'
import { counted, formatBytes, formatDuration, name, nameList, type Phrase } from '@steelyard/text'
import { headingsOf, type Table } from '../document.ts'
import type { Section } from '../section.ts'
import { onTarget } from '../subject.ts'
import { figureRows, slowdownText } from './figures.ts'
import { withSource } from './place-text.ts'

const HEADINGS = [
  'tier',
  'since call',
  'since',
  'code',
  'bytecode',
  'deopts before',
  'deopts in it',
  'not ended',
]

const ABOUT =
  "which of the engine's compilers each function had come to when the timed batches began, after how many calls of the case and how long, by the first batch that showed it; sizes of that code and of the bytecode; deoptimisations before and in the batches; compilations that had begun and not ended"

/** Enough to see what is going on. */
const MOST_REASONS = 12

/** Returns what the compilers did in a section; null where it was not asked for. */
export function tierFigures(section: Section): Table | null {
  const found = section.results.filter(({ tiers }) => tiers !== null)
  return figureRows(
    section,
    { title: 'Tiers', about: ABOUT, headings: headingsOf(['function'], HEADINGS) },
    ({ case: caseId, target, tiers }) =>
      tiers === null
        ? null
        : tiers.functions
            .filter(each => isShown(each, caseId))
            .map(each => [[name(`${target} ${withSource(each.name, each.source)}`)], ...cellsOf(each)]),
    [...found.flatMap(reasonNotes).slice(0, MOST_REASONS), ...lackNotes(found), costNote(found)],
  )
}

/** Set-up runs once, in the first tier. */
function isShown({ name: own, code, deoptimisations }: FunctionTiersRecord, caseId: string): boolean {
  return own === caseId || code.length > 0 || deoptimisations.length > 0
}

function cellsOf(each: FunctionTiersRecord): (string | null)[] {
  const { tier, code, deoptimisations, bytecodeBytes, unfinished } = each
  const current = code.findLast(({ isLoop, phase }) => !isLoop && phase === 'warm-up')
  const inWindow = code
    .filter(({ phase }) => phase === 'window')
    .map(later => `${later.tier}${later.isLoop ? ' of a loop' : ''}`)
  const deopts = (phase: string) =>
    sum(deoptimisations.flatMap(left => (left.phase === phase ? left.count : [])))
  return [
    [tier, ...inWindow].join(', then '),
    current === undefined ? null : String(current.iterations),
    current === undefined ? null : formatDuration(current.elapsedNs),
    current === undefined ? null : formatBytes(current.bytes),
    bytecodeBytes === null ? null : formatBytes(bytecodeBytes),
    String(deopts('warm-up')),
    String(deopts('window')),
    unfinished.length === 0 ? null : unfinished.join(', '),
  ]
}

function reasonNotes(result: ResultRecord): Phrase[] {
  return (result.tiers?.functions ?? []).flatMap(({ name: own, deoptimisations }) =>
    deoptimisations
      .filter(({ phase }) => phase !== 'after')
      .map(({ reason, source, count, iterations, phase }) => [
        ...onTarget(result),
        ': left the code of ',
        name(own),
        `${source === null ? '' : ` at ${source}`}, ${counted(count, 'time')}: ${reason} (by call ${iterations}, ${phase === 'window' ? 'in' : 'before'} the timed batches).`,
      ]),
  )
}

const LACKS = {
  positions: 'does not log where functions and deoptimisations are',
  unfinished: 'does not log compilations before they end',
} as const

function lackNotes(found: readonly ResultRecord[]): Phrase[] {
  return (['positions', 'unfinished'] as const).flatMap(what => {
    const lacking = new Set(
      found.filter(({ tiers }) => tiers?.lacks.includes(what)).map(({ target }) => target),
    )
    return lacking.size === 0 ? [] : [[`The engine of `, ...nameList([...lacking]), ` ${LACKS[what]}.`]]
  })
}

function costNote(found: readonly ResultRecord[]): Phrase {
  const cost = slowdownText(found.flatMap(({ tiers }) => tiers?.slowdown ?? []))
  return [
    `From one launch of each, whose time is not kept; another can differ. An inlined function runs in the code of its caller.${cost}`,
  ]
}
