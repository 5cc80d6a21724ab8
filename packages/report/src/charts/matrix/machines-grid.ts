import { SIGNS } from '@steelyard/text'
import type { CombinationBlock, MachineCell } from '../../content/combination/combination-document.ts'
import type { Grid, GridCell } from './grid.ts'
import { ratioShade } from './shade.ts'

/** Returns comparisons × machines; null without a machine. */
export function machinesGrid(blocks: readonly CombinationBlock[]): Grid | null {
  const cells = blocks.flatMap(({ machines }) => machines)
  const labels = Array.from(new Set(cells.map(({ machine }) => machine))).toSorted()
  if (labels.length === 0) return null
  const ratios = cells.flatMap(({ ratio }) => ratio ?? [])
  const scale = [Math.min(1, ...ratios), Math.max(1, ...ratios)] as const
  return {
    view: 'targets',
    label: 'machines',
    about: 'time of the head ÷ time of the base on each machine; signs are the conclusion over all',
    columns: labels.map(label => ({ label, series: null, href: null, aside: '' })),
    rows: namesOf(blocks).map(label => ({ label, series: null, href: null, aside: '' })),
    cells: blocks.map(({ machines }) =>
      labels.map(label =>
        machineCell(
          machines.find(({ machine }) => machine === label),
          scale,
        ),
      ),
    ),
    footnotes: [],
    meanings: [],
  }
}

/** Returns names without the suite and the parameters that all have in common. */
function namesOf(blocks: readonly CombinationBlock[]): string[] {
  const shared = (pattern: RegExp) => {
    const [part = '', ...others] = new Set(blocks.map(({ name }) => pattern.exec(name)?.[0] ?? ''))
    return others.length === 0 ? part : ''
  }
  const [suite, params] = [shared(/^[^/]*\//), shared(/ \([^(]*\)$/)]
  return blocks.map(({ name, sides }) => {
    const short = name.slice(suite.length, name.length - params.length)
    return sides === '' ? short : `${short}, ${sides}`
  })
}

function machineCell(cell: MachineCell | undefined, scale: readonly [number, number]): GridCell {
  const plain = { interval: '', sign: '', marks: '', word: '', href: null, below: '' }
  if (cell === undefined || cell.ratio === null) {
    return { ...plain, value: cell === undefined ? '' : 'none counts', shade: 'none' }
  }
  const { ratio, text, verdict } = cell
  const word = verdict ?? (text === null ? 'undecided: one session' : 'undecided')
  return {
    ...plain,
    value: text?.value ?? ratio.toPrecision(2),
    interval: text?.interval ?? '',
    sign: SIGNS[verdict ?? 'inconclusive'],
    word,
    shade: ratioShade(verdict, ratio, scale),
  }
}
