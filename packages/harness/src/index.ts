export { keep } from './keep.ts'
export type { Chosen, Params, ParamValue } from './params.ts'
export type {
  PreparedStart,
  RightAnswer,
  ServerApp,
  ServerBeside,
  ServerPool,
  ServerSuite,
} from './server-suite.ts'
export { serverSuite } from './server-suite.ts'
export type { Canonical, Gaps, Suite } from './suite.ts'
export { suite } from './suite.ts'
