export { POLICIES, type Policy } from './policy.ts'
export { type MixtureOptions, type SimulatedKind, type Stream, simulateMixture } from './simulate-mixture.ts'
export { type PoolOptions, type PoolProcess, startPool } from './start-pool.ts'
