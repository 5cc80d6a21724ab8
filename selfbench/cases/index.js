import { checkHops, makeHops } from './hops.js'
import { checkRevive, makeRevive } from './revive.js'
import { checkSpin, makeSpin } from './spin.js'

/** Plain functions that every tool times; `count` is the size of the input at the factor 1. */
export const CASES = {
  spin: { count: 20_000, isAsync: false, make: makeSpin, check: checkSpin },
  revive: { count: 100, isAsync: false, make: makeRevive, check: checkRevive },
  hops: { count: 1000, isAsync: true, make: makeHops, check: checkHops },
}
