export {
  BOUND_CPU_SHARE,
  BOUND_LATENESS_SHARE,
  BOUND_RATE_SHARE,
  type GeneratorBound,
  generatorBound,
} from './checks/generator-bound.ts'
export { LoadError } from './checks/load-error.ts'
export type { LoadFault, LoadFaultKind } from './checks/load-fault.ts'
export type { LoadResponse } from './checks/probe.ts'
export {
  type LoadLimitOptions,
  type LoadProcess,
  type StartLoadOptions,
  startLoad,
} from './process/load-process.ts'
export type { BackgroundLoad, ExpectedResponse, LoadTurn, LoadTurnOptions } from './turn/load-turn.ts'
export type { LoadProfile } from './turn/profile.ts'
