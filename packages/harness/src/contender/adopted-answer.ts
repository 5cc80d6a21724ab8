import { dateNow } from '../intrinsics.ts'
import type { Unverified } from '../protocol/protocol.ts'
import type { FunctionCase } from '../suite/adopted-suite.ts'
import { answerText } from './answer-text.ts'

/** The text of an output without a rule for comparing it. */
export const UNVERIFIED = 'unverified'

/** The time between two calls after which their times of day differ. */
const APART_MS = 2
const MOST_READINGS = 10_000_000

/** Returns the text of a case's answer, and why it is not to be compared, where it calls for that. */
export async function answerOf(
  { run, state }: FunctionCase,
  value: unknown,
): Promise<{ readonly text: string; readonly unverified?: Unverified }> {
  if (value === undefined) return { text: UNVERIFIED, unverified: 'nothing' }
  const text = answerText(value)
  if (text === null) return { text: UNVERIFIED, unverified: 'incomparable' }
  const began = dateNow()
  for (let i = 0; i < MOST_READINGS && dateNow() - began < APART_MS; i++);
  const again = answerText(await run(state))
  return again === text ? { text } : { text: UNVERIFIED, unverified: 'changing' }
}
