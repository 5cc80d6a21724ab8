export type { Policy } from './policy.ts'
export { type PoolProcess, startPool } from './start-pool.ts'
