export { keep } from './keep.ts'
export type { Canonical, Chosen, Gaps, Params, ParamValue, Suite } from './suite.ts'
export { suite } from './suite.ts'
