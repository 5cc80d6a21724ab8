export { POLICIES, type Policy } from './policy.ts'
export { type Stream, simulateMixture } from './simulate-mixture.ts'
export { type PoolProcess, startPool } from './start-pool.ts'
