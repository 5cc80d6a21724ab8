export { keep } from './keep.ts'
export type {
  PreparedStart,
  RightAnswer,
  ServerApp,
  ServerBeside,
  ServerPool,
  ServerSuite,
} from './server-suite.ts'
export { serverSuite } from './server-suite.ts'
export type { Canonical, Chosen, Gaps, Params, ParamValue, Suite } from './suite.ts'
export { suite } from './suite.ts'
