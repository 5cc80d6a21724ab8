export { type PoolProcess, startPool } from './start-pool.ts'
