import type { CombinationRecord, CombinedRecord, ConclusionRecord } from '@steelyard/record'
import { counted, type Phrase, SIGNS } from '@steelyard/text'

/** What a machine is called, by its cpuId and installation. */
export type MachineLabel = (machine: { readonly cpuId: string; readonly installation: string }) => string

/** Returns how machines are called: by their cpuId, with a number where several have one. */
export function machineLabels({ comparisons }: Pick<CombinationRecord, 'comparisons'>): MachineLabel {
  const keyOf = ({ cpuId, installation }: Parameters<MachineLabel>[0]) =>
    JSON.stringify([cpuId, installation])
  const machines = new Map(
    comparisons.flatMap(each => each.machines).map(machine => [keyOf(machine), machine] as const),
  )
  const byCpu = Map.groupBy(machines.values(), ({ cpuId }) => cpuId)
  return machine => {
    const alike = byCpu.get(machine.cpuId) ?? []
    const number = alike.findIndex(each => keyOf(each) === keyOf(machine)) + 1
    return alike.length < 2 ? machine.cpuId : `${machine.cpuId} #${number}`
  }
}

/** Returns what is concluded of a comparison, in words. */
export function conclusionPhrase(
  { conclusion, unseen, machines }: CombinedRecord,
  labelOf: MachineLabel,
): Phrase {
  const unused = machines.filter(({ isUsed }) => !isUsed).length
  const lost = unused === 0 ? [] : [`; ${counted(unused, 'machine')} could not be counted`]
  return [...mainClause(conclusion, labelOf), ...unseenClause(unseen), ...lost]
}

function mainClause(conclusion: ConclusionRecord, labelOf: MachineLabel): Phrase {
  const { kind, direction = 'faster', faster = [], slower = [], reason = 'too wide' } = conclusion
  switch (kind) {
    case 'same direction':
      return [
        { text: `${SIGNS[direction]} ${direction}`, role: direction },
        ` on ${allMeasured(conclusion)}`,
        ...(conclusion.sizeDiffers ? ['; the size differs between CPUs'] : []),
      ]
    case 'same':
      return [{ text: `${SIGNS.same} same`, role: 'same' }, ` on ${allMeasured(conclusion)}`]
    case 'depends':
      return [
        { text: 'depends on the machine', role: 'inconclusive' },
        ': ',
        { text: `${SIGNS.faster} faster`, role: 'faster' },
        ' on ',
        faster.map(labelOf).join(', '),
        ', ',
        { text: `${SIGNS.slower} slower`, role: 'slower' },
        ' on ',
        slower.map(labelOf).join(', '),
      ]
    case 'size differs':
      return [
        { text: 'size differs', role: 'inconclusive' },
        ` between the ${conclusion.cpus} CPUs measured, and not all show one direction`,
      ]
    case 'not separable from the hour':
      return [
        { text: `${SIGNS.inconclusive} not separable from the hour`, role: 'inconclusive' },
        ': no machine has two sessions',
      ]
    case 'inconclusive':
      return [{ text: `${SIGNS.inconclusive} inconclusive`, role: 'inconclusive' }, `: ${REASONS[reason]}`]
  }
}

const REASONS: Readonly<Record<NonNullable<ConclusionRecord['reason']>, string>> = {
  'no usable session': 'no machine has a session that counts',
  'known but small': 'all machines show one direction, not all by more than the threshold',
  'not significant in its family': 'each machine shows it, all comparisons together leave doubt',
  'known on some machines': 'some machines show a direction, for others it is not known',
  'too wide': 'no machine shows a direction',
}

function allMeasured({ machines = 0, cpus = 0 }: ConclusionRecord): string {
  if (machines === 1) return 'the one machine measured'
  return `all ${machines} machines measured (${counted(cpus, 'CPU')})`
}

function unseenClause(unseen: CombinedRecord['unseen']): Phrase {
  if (unseen === null) return []
  const where = unseen.reach === 'average' ? 'on average over such CPUs' : 'on nearly all such CPUs'
  return [`; ${unseen.direction} ${where}`]
}

/** Returns what would settle a comparison; null where it is settled. */
export function combinationAdvice(
  { conclusion: { kind, reason } }: CombinedRecord,
  hours: number,
): string | null {
  if (kind === 'not separable from the hour') {
    return `repeat it on one of these machines ${hours} hours or more after its first record, so that the machine can be distinguished from the hour`
  }
  if (kind !== 'inconclusive') return null
  if (reason === 'no usable session') {
    return 'measure it again with this version: a record needs a cpuId, the id of an installation and a full run'
  }
  if (reason === 'known but small') return 'nothing is missing: it is a small difference'
  return 'add sessions, each hours after the others, where the interval is wide'
}
