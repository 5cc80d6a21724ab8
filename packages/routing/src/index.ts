export { POLICIES, type Policy } from './policy.ts'
export { type Arrival, type Served, type SimulationOptions, type Step, simulatePool } from './simulate.ts'
export { type PoolOptions, type PoolProcess, startPool } from './start-pool.ts'
