import type { CombinationRecord, CombinedRecord, ConclusionRecord, Verdict } from '@steelyard/record'
import { counted, type Phrase, SIGNS, type Span } from '@steelyard/text'

/** What a machine is called, by its cpuId and installation. */
export type MachineLabel = (machine: { readonly cpuId: string; readonly installation: string }) => string

/** Returns how machines are called: by their cpuId, with a number where several have one. */
export function machineLabels({ comparisons }: Pick<CombinationRecord, 'comparisons'>): MachineLabel {
  const machines = comparisons.flatMap(each => each.machines)
  const byCpu = Map.groupBy(machines, ({ cpuId }) => cpuId)
  return ({ cpuId, installation }) => {
    const alike = [...new Set(byCpu.get(cpuId)?.map(machine => machine.installation))]
    return alike.length < 2 ? cpuId : `${cpuId} #${alike.indexOf(installation) + 1}`
  }
}

export function conclusionPhrase(combined: CombinedRecord, labelOf: MachineLabel): Phrase {
  const { conclusion, unseen, machines } = combined
  const unused = machines.filter(({ isUsed }) => !isUsed).length
  const lost = unused === 0 ? [] : [`; ${counted(unused, 'machine')} could not be counted`]
  return [...mainClause(conclusion, labelOf), ...unseenClause(unseen), ...lost]
}

function mainClause(conclusion: ConclusionRecord, labelOf: MachineLabel): Phrase {
  const { kind, direction = 'faster', faster = [], slower = [], reason = 'too wide' } = conclusion
  const signed = (verdict: Verdict, text: string = verdict): Span => ({
    text: `${SIGNS[verdict]} ${text}`,
    role: verdict,
  })
  const open = (text: string): Span => ({ text, role: 'inconclusive' })
  const onMachines = (verdict: 'faster' | 'slower', machines: typeof faster) => [
    signed(verdict),
    ` on ${machines.map(labelOf).join(', ')}`,
  ]
  switch (kind) {
    case 'same direction': {
      const differs = conclusion.sizeDiffers ? '; the size differs between CPUs' : ''
      return [signed(direction), ` on ${allMeasured(conclusion)}${differs}`]
    }
    case 'same':
      return [signed('same'), ` on ${allMeasured(conclusion)}`]
    case 'depends':
      return [
        ...[open('depends on the machine'), ': ', ...onMachines('faster', faster)],
        ...[', ', ...onMachines('slower', slower)],
      ]
    case 'size differs':
      return [
        open('size differs'),
        ` between the ${conclusion.cpus} CPUs measured, and not all show one direction`,
      ]
    case 'not separable from the hour':
      return [signed('inconclusive', kind), ': no machine has two sessions']
    case 'inconclusive':
      return [signed('inconclusive'), `: ${REASONS[reason]}`]
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
export function combinationAdvice({ conclusion }: CombinedRecord, hours: number): string | null {
  const { kind, reason } = conclusion
  if (kind === 'not separable from the hour') {
    return `repeat it on one of these machines ${hours} hours or more after its first record, so that the machine can be distinguished from the hour`
  }
  if (kind !== 'inconclusive') return null
  if (reason === 'no usable session') return 'measure it again, in a full run'
  if (reason === 'known but small') return 'nothing is missing: it is a small difference'
  return 'add sessions, each hours after the others, where the interval is wide'
}
