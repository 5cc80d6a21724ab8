export { type SharedPair, sharedPairs } from './comparisons.ts'
export { comparedBy, DEFAULT_BIAS_ALLOWANCE, findingsOf } from './findings.ts'
export { contendedShare } from './results.ts'
export { recordOf } from './run-record.ts'
