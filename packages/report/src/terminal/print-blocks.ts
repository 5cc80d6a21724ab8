import { displayWidth, ratioText, type TerminalStyle, wrap } from '@steelyard/text'
import { type Block, isPhrase, type Ratios, type TrendFigure } from '../content/document.ts'
import { ratiosTable } from '../content/ratios.ts'
import { printTable } from './print-table.ts'

/** Returns the lines of each block; none for what has nothing to show. */
export function printBlocks(blocks: readonly Block[], style: TerminalStyle): string[][] {
  return blocks.map(block => printBlock(block, style))
}

function printBlock(block: Block, style: TerminalStyle): string[] {
  if (isPhrase(block)) return block.length === 0 ? [] : wrap(block, style, { rest: 2 })
  if ('ratios' in block) return printRatios(block, style)
  if ('trends' in block) {
    const shown = block.trends.filter(({ levels }) => levels !== 'chain')
    return shown.length > FEW_TRENDS ? [] : shown.flatMap(each => printTrend(each, style))
  }
  if ('grids' in block) return []
  if ('rows' in block) return printTable(block, style)
  if ('command' in block) return wrap([`${block.about} ${block.command}`], style, { rest: 2 })
  const lines = block.items.flatMap(phrase => wrap(phrase, style, { first: '  - ' }))
  const title =
    lines.length === 0 || block.title === '' ? [] : wrap([{ text: block.title, role: 'title' }], style)
  return [...title, ...lines]
}

const WIDEST_PLOT = 44
const NARROWEST_PLOT = 12
const WIDER_THAN_TABLES = 1000

function printRatios(block: Ratios, style: TerminalStyle): string[] {
  const { title, about } = block
  const narrowest = { ...ratiosTable(block, NARROWEST_PLOT), notes: [] }
  const widths = printTable(narrowest, { ...style, width: WIDER_THAN_TABLES }).map(displayWidth)
  const room = style.width - Math.max(...widths)
  const plot = room < 0 ? 0 : Math.min(WIDEST_PLOT, NARROWEST_PLOT + room)
  const head = [{ text: title, role: 'title' } as const, ...(about.length === 0 ? [] : [': ', ...about])]
  return [...wrap(head, style, { rest: 2 }), ...printTable(ratiosTable(block, plot), style)]
}

/** Up to this number, trends are shown record by record; chains are for a page. */
const FEW_TRENDS = 2
const SHOWN_POINTS = 30

function printTrend({ title, points, changes, runtime }: TrendFigure, style: TerminalStyle): string[] {
  const first = Math.max(0, points.length - SHOWN_POINTS)
  const shown = points.slice(first)
  const ends = shown.flatMap(({ ratio }) => [ratio.lower, ratio.upper])
  const ratios: Ratios = {
    ...{ title, label: 'record of', threshold: null, biasAllowance: null, hint: '', notes: [] },
    about: first > 0 ? [`without the ${first} oldest`] : [],
    domain: [Math.min(1, ...ends), Math.max(1, ...ends)],
    ratios: shown.map(({ name, ratio }, index) => ({
      ...{ group: '', label: name, runtime, look: 'thick', ratio, role: null },
      text: ratioText(ratio),
      note: changes.some(({ at }) => at === first + index) ? 'new level' : '',
    })),
  }
  return printRatios(ratios, style)
}

/** Returns blocks for a terminal; no line is wider than `style.width`. */
export function renderBlocks(blocks: readonly Block[], style: TerminalStyle): string {
  return joinedParts(printBlocks(blocks, style))
}

/** Returns parts with an empty line between each two that have lines. */
export function joinedParts(parts: readonly (readonly string[])[]): string {
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}
