import type {
  CombinationRecord,
  MachineDifferenceRecord,
  SessionOfMachineRecord,
} from './combination-types.ts'

export type * from './combination-types.ts'

export const COMBINATION_SCHEMA = 'steelyard/combination@1' satisfies CombinationRecord['schema']

/** Why a session is shown and not used. */
export type SessionFault = NonNullable<SessionOfMachineRecord['leftOut']>
/** Facts of a machine that are candidates for a cause. */
export type MachineFact = MachineDifferenceRecord['fact']
