import { canonicalText, digest } from './contender/canonical.ts'
import { kept } from './contender/keep.ts'
import { loop, loopAsync } from './contender/loop.ts'
import type { ParamValue } from './suite/params.ts'
import { type AnySuite, type Canonical, longForm } from './suite/suite.ts'

export { keep } from './contender/keep.ts'

/** Replaces the function that checks a suite: this suite was checked before. */
export const suite = <Definition>(definition: Definition): Definition => definition

/** One case of a suite that runs without a host, chosen when the file was written. */
export interface Standalone {
  readonly caseId: string
  readonly params: Readonly<Record<string, ParamValue>>
  /** The loops run at least this long in all; each has twice the iterations of the one before. */
  readonly milliseconds: number
  readonly now: () => number
  readonly print: (line: string) => void
}

/**
 * Runs a case in plain loops. Prints the iterations of the last and longest loop, its nanoseconds per iteration, and the
 * digest of its last output.
 *
 * @throws Error when that output is neither the suite's expected one nor, without one, that of the first call
 */
export async function runStandalone(
  definition: AnySuite,
  { caseId, params, milliseconds, now, print }: Standalone,
): Promise<void> {
  const suite = longForm(definition)
  const run = suite.cases[caseId]
  if (run === undefined) throw new RangeError(`there is no case '${caseId}'`)
  const state = await suite.setup?.(params, caseId)
  const textOf = async (value: unknown) =>
    canonicalText(suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical))
  const first = run(state)
  const isAsync = typeof (first as { then?: unknown } | null | undefined)?.then === 'function'
  const expected = suite.expected
    ? canonicalText(await suite.expected(state, caseId))
    : await textOf(await first)

  const began = now()
  let iterations = 1
  for (;;) {
    const start = now()
    if (isAsync) await loopAsync(run, state, iterations)
    else loop(run, state, iterations, 0)
    const end = now()
    if (end - began >= milliseconds) {
      print(`iterations: ${iterations}`)
      print(`nanoseconds per iteration: ${(((end - start) * 1e6) / iterations).toPrecision(4)}`)
      break
    }
    iterations *= 2
  }

  const found = await textOf(kept.value)
  print(`answer digest: ${digest(found)}`)
  await suite.teardown?.(state, caseId)
  if (found !== expected) throw new Error('the output is wrong')
}
