import type { ReplyTo } from '@steelyard/harness/protocol'
import { type ContenderProcess, LaunchError, LIMITS } from '@steelyard/launcher'
import type { ContenderPlan } from '../plan/plan.ts'
import { type CheckedAnswer, keyOf } from './adopted-answers.ts'
import { type LaunchContext, targetOf } from './launch-context.ts'
import type { StartOptions } from './workspace.ts'

/** A contender that has started, and whose first output is right. */
export interface Prepared {
  readonly process: ContenderProcess
  readonly parts: { readonly startNs: number; readonly importNs: number; readonly setupNs: number }
  /** The output before timing. */
  readonly answer: Pick<CheckedAnswer, 'digest' | 'preview'>
  /** Whether its case has a loop, and a start and end of its own. */
  readonly isWindow: boolean
  /** Whether its batches are whole calls of its file, of a number of iterations that the file chooses. */
  readonly hasWholeCalls: boolean
  readonly isAsync: boolean
}

export type PrepareOptions = Omit<StartOptions, 'compatibilityDate'>

/** Starts a contender, prepares its case and checks the output; LaunchError when it is lost. */
export async function prepare(
  contender: ContenderPlan,
  context: LaunchContext,
  options: PrepareOptions,
): Promise<Prepared> {
  const { caseId, params } = contender
  const { suite, workspace, compatibilityDate, referenceOutputs } = context
  const lap = stopwatch()
  const { limits = LIMITS } = context
  await using starting = new AsyncDisposableStack()
  const process = starting.use(
    await workspace.launch(targetOf(contender, context), suite.bundle, {
      ...{ compatibilityDate, limits },
      hasNetwork: asksForNetwork(suite.description),
      ...options,
    }),
  )
  const startNs = lap()
  await process.exchange({ type: 'load' })
  const importNs = lap()
  const expectedDigest = referenceOutputs.get(keyOf(contender))?.digest ?? null
  const { reply } = await process.exchange({ type: 'prepare', caseId, params, expectedDigest })
  checkAnswer(reply, contender, context)
  const setupNs = lap()
  starting.move()
  return {
    process,
    isWindow: reply.window === true && suite.description.adopted !== undefined,
    hasWholeCalls: reply.wholeCalls === true,
    isAsync: reply.async,
    answer: { digest: reply.digest, preview: reply.preview },
    parts: { startNs, importNs, setupNs },
  }
}

/** Whether the network stays open to the cases of a suite that are confined. */
export function asksForNetwork({ needs = [] }: LaunchContext['suite']['description']): boolean {
  return needs.includes('net')
}

/** Compares an output with earlier ones of the case, the baseline or other targets; LaunchError where it differs. */
export function checkAnswer(answer: CheckedAnswer, contender: ContenderPlan, context: LaunchContext): void {
  const { targetIds, referenceOutputs, adoptedAnswers, heard } = context
  heard?.push({ contender, answer })
  const key = keyOf(contender)
  const target = targetIds[contender.target] ?? ''
  if (adoptedAnswers) adoptedAnswers.check(contender, answer)
  else if (!referenceOutputs.has(key)) referenceOutputs.set(key, { ...answer, target })
  checkAgain(answer, contender, context)
}

/** Compares an output with all that are known by now; LaunchError where it differs. */
export function checkAgain(
  answer: Pick<CheckedAnswer, 'digest' | 'preview'>,
  contender: ContenderPlan,
  { suite: { description }, referenceOutputs, adoptedAnswers }: LaunchContext,
): void {
  const { caseId, params } = contender
  if (adoptedAnswers) {
    const other = adoptedAnswers.fault(contender)
    if (other !== null) throw new LaunchError('unsupported', other)
    return
  }
  const reference = description.hasExpected ? caseId : description.baseline
  for (const other of new Set([caseId, reference])) {
    const first = referenceOutputs.get(keyOf({ caseId: other, params }))
    if (first === undefined || first.digest === answer.digest) continue
    const who = other === caseId ? `on ${first.target}` : `of ${other}`
    const wrong = `failed its check: the answer ${answer.preview} differs from ${first.preview} ${who}`
    throw new LaunchError('failed', wrong)
  }
}

/** Checks the last value that was kept; throws LaunchError. */
export async function recheck({ process, answer }: Pick<Prepared, 'process' | 'answer'>): Promise<void> {
  const { reply } = await process.exchange({ type: 'recheck' })
  checkLastValue(reply, answer.digest)
}

/** The last timed value must be as correct as the first was; throws LaunchError. */
export function checkLastValue(reply: ReplyTo<'recheck'>, digest: string): void {
  if (reply.digest !== digest)
    throw new LaunchError('failed', 'failed its check: after timing it answered differently')
}

/** Returns a function that returns the nanoseconds since its last call, at first since now. */
export function stopwatch(): () => number {
  let lastMs = performance.now()
  return () => {
    const beganMs = lastMs
    lastMs = performance.now()
    return (lastMs - beganMs) * 1e6
  }
}
