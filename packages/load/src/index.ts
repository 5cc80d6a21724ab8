export {
  BOUND_CPU_SHARE,
  BOUND_LATENESS_SHARE,
  BOUND_RATE_SHARE,
  type GeneratorBound,
  generatorBound,
} from './generator-bound.ts'
export { LoadError } from './load-error.ts'
export type { LoadFault, LoadFaultKind } from './load-fault.ts'
export { type LoadLimitOptions, type LoadProcess, type StartLoadOptions, startLoad } from './load-process.ts'
export type { BackgroundLoad, ExpectedResponse, LoadTurn, LoadTurnOptions } from './load-turn.ts'
export type { LoadAnswer } from './look.ts'
export type { LoadProfile } from './profile.ts'
