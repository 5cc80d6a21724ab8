import type {
  AgreementRecord,
  ComparisonRecord,
  EnvironmentRecord,
  ForeignRecord,
  ResultRecord,
  RunRecord,
  ServerRecord,
} from './record-types.ts'

export type * from './record-types.ts'

export const SCHEMA = 'steelyard/run@2' satisfies RunRecord['schema']

/** The tools whose files can be imported. */
export type ForeignName = ForeignRecord['tool']
export type TimerName = 'steelyard' | AgreementRecord['timer']
export type ResultStatus = ResultRecord['status']
export type Verdict = NonNullable<ComparisonRecord['verdict']>

export type DoctorRecord = NonNullable<RunRecord['doctor']>
export type CpuRecord = NonNullable<EnvironmentRecord['cpu']>

export type LoadRecord = ServerRecord['load']
export type ConfigurationRecord = ServerRecord['configuration']
export type FaultRecord = ServerRecord['faults'][number]
export type RateRecord = NonNullable<ServerRecord['rate']>
export type TurnsRecord = ServerRecord['launches'][number]['turns']
export type RoutingRecord = NonNullable<ServerRecord['routing']>
export type RoutedKindRecord = RoutingRecord['kinds'][number]
