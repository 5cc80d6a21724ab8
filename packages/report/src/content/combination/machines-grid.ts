import type { CombinedRecord, MachineRatioRecord } from '@steelyard/record'
import { formatCount, SIGNS, shortEstimate } from '@steelyard/text'
import { ratioShade } from '../../charts/matrix/shade.ts'
import { type Grid, type GridCell, PLAIN_CELL, plainLine } from '../matrix/grid.ts'
import { onlyOne } from '../only-one.ts'
import type { MachineLabel } from './conclusion-text.ts'
import type { ShownComparison } from './shown-comparison.ts'

export function machinesGrid(shown: readonly ShownComparison[], labelOf: MachineLabel): Grid {
  const machines = shown.flatMap(({ comparison }) => comparison.machines)
  const labels = [...new Set(machines.map(labelOf))].toSorted()
  const ratios = machines.flatMap(({ mean }) => mean ?? [])
  const scale = [Math.min(1, ...ratios), Math.max(1, ...ratios)] as const
  return {
    view: 'targets',
    label: 'machines',
    about: 'time of the head ÷ time of the base on each machine; signs are the conclusion over all',
    columns: labels.map(plainLine),
    rows: namesOf(shown).map(plainLine),
    cells: shown.map(({ comparison }) =>
      labels.map(label => {
        const machine = comparison.machines.find(each => labelOf(each) === label)
        return machineCell(machine, comparison, scale)
      }),
    ),
    footnotes: [],
    meanings: [],
  }
}

/** Returns names without the suite and the parameters that all have in common. */
function namesOf(shown: readonly ShownComparison[]): string[] {
  const shared = (pattern: RegExp) => onlyOne(shown.map(({ name }) => pattern.exec(name)?.[0])) ?? ''
  const [suite, params] = [shared(/^[^/]*\//), shared(/ \([^(]*\)$/)]
  return shown.map(({ name, sides }) => {
    const short = name.slice(suite.length, name.length - params.length)
    return sides === '' ? short : `${short}, ${sides}`
  })
}

function machineCell(
  machine: MachineRatioRecord | undefined,
  comparison: CombinedRecord,
  scale: readonly [number, number],
): GridCell {
  if (machine === undefined) return PLAIN_CELL
  const { mean, ratio } = machine
  if (mean === null) return { ...PLAIN_CELL, value: 'none counts' }
  const verdict = verdictOn(machine, comparison)
  const text = ratio && shortEstimate({ ...ratio, n: 0 })
  return {
    ...PLAIN_CELL,
    value: text?.value ?? formatCount(mean),
    interval: text?.interval ?? '',
    sign: SIGNS[verdict ?? 'inconclusive'],
    word: verdict ?? (text === null ? 'undecided: one session' : 'undecided'),
    shade: ratioShade(verdict, mean, scale),
  }
}

/** What the conclusion says of a machine by itself; null where that is open, and for one that does not count. */
function verdictOn(
  machine: MachineRatioRecord,
  { conclusion }: CombinedRecord,
): 'faster' | 'slower' | 'same' | null {
  const { kind, direction, faster = [], slower = [] } = conclusion
  const isAmong = (machines: typeof faster) =>
    machines.some(each => each.cpuId === machine.cpuId && each.installation === machine.installation)
  if (!machine.isUsed) return null
  if (kind === 'same') return 'same'
  if (kind === 'same direction') return direction ?? null
  if (kind !== 'depends') return null
  return isAmong(faster) ? 'faster' : isAmong(slower) ? 'slower' : null
}
