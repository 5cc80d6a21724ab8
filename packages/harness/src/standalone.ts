import { answerOf, UNVERIFIED } from './contender/adopted-answer.ts'
import { canonicalText, digest } from './contender/canonical.ts'
import { plainClock } from './contender/clock.ts'
import { kept } from './contender/keep.ts'
import { loop, loopAsync } from './contender/loop.ts'
import { newStretches } from './contender/stretches.ts'
import { runWindow } from './contender/window.ts'
import type { AdoptedSuite, FunctionCase, WindowCase } from './suite/adopted-suite.ts'
import type { Chosen, Params } from './suite/params.ts'
import { type AnySuite, type Canonical, longForm } from './suite/suite.ts'

export { keep } from './contender/keep.ts'

/** Replaces the function that checks a suite: this suite was checked before. */
export const suite = <Definition>(definition: Definition): Definition => definition

/** One case of a suite that runs without a host, chosen when the file was written. */
export interface Standalone {
  readonly caseId: string
  readonly params: Chosen<Params>
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
export async function runStandalone(definition: AnySuite, options: Standalone): Promise<void> {
  const { caseId, params, print } = options
  const suite = longForm(definition)
  const run = suite.cases[caseId]
  if (run === undefined) throw new RangeError(`there is no case '${caseId}'`)
  const state = await suite.setup?.(params, caseId)
  const textOf = async (value: unknown) =>
    canonicalText(suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical))
  const first = run(state)
  const expected = suite.expected
    ? canonicalText(await suite.expected(state, caseId))
    : await textOf(await first)
  await timeCalls({ run, state }, first, options)
  const found = await textOf(kept.value)
  print(`answer digest: ${digest(found)}`)
  await suite.teardown?.(state, caseId)
  if (found !== expected) throw new Error('the output is wrong')
}

/** Runs a case of an adopted file in plain loops, or in its own, and prints the same; the digest is of its first output. */
export async function runAdopted(suite: AdoptedSuite, options: Standalone): Promise<void> {
  const made = await suite.make(options.caseId, options.params)
  if ('window' in made) return runWindows(made, options)
  const { run, state } = made
  const returned = run(state)
  const value = await returned
  const inPlace = made.inPlace?.(value) ?? null
  if (inPlace !== null) return runWindows(inPlace, options)
  const { text } = await answerOf(made, value)
  await timeCalls(made, returned, options)
  await made.end?.(await kept.value)
  options.print(`answer digest: ${digest(text)}`)
}

async function runWindows(made: WindowCase, options: Standalone): Promise<void> {
  const clock = plainClock(() => options.now() * 1e6)
  const timed = { ...made, stretches: newStretches() }
  await timeLoops(options, async iterations => (await runWindow(timed, clock, iterations)).durationNs / 1e6)
  await made.end?.(undefined)
  options.print(`answer digest: ${digest(UNVERIFIED)}`)
}

/** Times the loop of a case, whose first call returned `first`. */
function timeCalls(
  { run, state }: Pick<FunctionCase, 'run' | 'state'>,
  first: unknown,
  options: Standalone,
): Promise<void> {
  const isAsync = typeof (first as { then?: unknown } | null | undefined)?.then === 'function'
  return timeLoops(options, async iterations => {
    const start = options.now()
    if (isAsync) await loopAsync(run, state, iterations)
    else loop(run, state, iterations, 0)
    return options.now() - start
  })
}

/** Runs loops until their time is over, each of twice the iterations of the one before, and prints the last. */
async function timeLoops(
  { milliseconds, now, print }: Pick<Standalone, 'milliseconds' | 'now' | 'print'>,
  timed: (iterations: number) => Promise<number>,
): Promise<void> {
  const began = now()
  for (let iterations = 1; ; iterations *= 2) {
    const ms = await timed(iterations)
    if (now() - began < milliseconds) continue
    print(`iterations: ${iterations}`)
    print(`nanoseconds per iteration: ${((ms * 1e6) / iterations).toPrecision(4)}`)
    return
  }
}
