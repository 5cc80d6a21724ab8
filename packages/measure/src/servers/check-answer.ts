import { hash } from 'node:crypto'
import { LaunchError } from '@steelyard/launcher'
import type { LoadResponse } from '@steelyard/load'
import type { LaunchContext } from '../launch/launch-context.ts'
import { checkAnswer } from '../launch/prepare.ts'
import type { ContenderPlan } from '../plan/plan.ts'

/**
 * Compares the first answer of a server with the one the suite expects, and with the answers of others. `textOf` gives
 * its text, where the suite names one that it must contain. LaunchError when it is wrong.
 */
export async function checkServerAnswer(
  answer: Pick<LoadResponse, 'status' | 'bytes' | 'sha256'>,
  textOf: () => string | Promise<string>,
  plan: ContenderPlan,
  context: LaunchContext,
): Promise<void> {
  const { status, bytes, sha256 } = answer
  const right = context.suite.description.server?.answer ?? {}
  if (status !== 200) throw new LaunchError('failed', `answered with status ${status} in place of 200`)
  if (right.body !== undefined && sha256 !== hash('sha256', right.body)) {
    throw new LaunchError(
      'failed',
      `failed its check: it answered ${bytes} bytes that are not the ${Buffer.byteLength(right.body)} expected`,
    )
  }
  if (right.contains !== undefined && !(await textOf()).includes(right.contains)) {
    throw new LaunchError('failed', `failed its check: its answer does not hold '${right.contains}'`)
  }
  const equalTo = right.equal ?? 'all'
  if (equalTo === 'server' || equalTo === 'none') return
  const { suite } = context
  const description = { ...suite.description, hasExpected: equalTo === 'case' }
  const preview = `of ${bytes} bytes (sha256 ${sha256.slice(0, 8)})`
  checkAnswer({ digest: sha256, preview }, plan, { ...context, suite: { ...suite, description } })
}
