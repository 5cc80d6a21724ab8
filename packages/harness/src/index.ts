export { keep } from './contender/keep.ts'
export type { Chosen, Params, ParamValue } from './suite/params.ts'
export { type ServerApp, type ServerBeside, type ServerPool, serverSuite } from './suite/server-suite.ts'
export { type Canonical, type Gaps, type Suite, suite } from './suite/suite.ts'
