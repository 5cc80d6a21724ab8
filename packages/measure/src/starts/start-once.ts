import { hash } from 'node:crypto'
import {
  LaunchError,
  LIMITS,
  type Limits,
  openConnection,
  type PlainResponse,
  type ServerProcess,
  startServer,
} from '@steelyard/launcher'
import type { StartLaunchRecord } from '@steelyard/record'
import type { LaunchContext } from '../launch/launch-context.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { checkServerAnswer } from '../servers/check-answer.ts'
import { lossOf } from '../servers/loss.ts'
import { specWithoutApp, startOptions } from '../servers/server-app.ts'
import type { AppBundle } from './app-bundles.ts'

/** One start of an app and its first two answers. Nanoseconds by the host's clock. */
export interface TimedStart extends Omit<StartLaunchRecord, 'group' | 'launch'> {
  /** CPU time of the process until the last byte of its first answer; null where the platform does not report it. */
  readonly cpuNs: number | null
  readonly listener: string
  readonly bundle: AppBundle
}

const PREVIEW_LENGTH = 60

/** What a start may take before it counts as hung or hungry. */
interface StartLimits extends Pick<Limits, 'startMs' | 'memoryBytes'> {
  /** For each of the two answers; the first one waits for everything that is compiled late. */
  readonly requestMs: number
}

const START_LIMITS: StartLimits = { ...LIMITS, requestMs: 20_000 }

/**
 * Starts an app on `core`, null for all, sends two requests, checks the answers, and ends it; LaunchError when it does not
 * start, does not answer, or answers wrongly.
 */
export async function startOnce(
  plan: ContenderPlan,
  bundle: AppBundle,
  core: number | null,
  context: LaunchContext,
  limits: StartLimits = START_LIMITS,
): Promise<TimedStart> {
  const spec = specWithoutApp(plan, context)
  const options = await startOptions(spec, { kind: 'module', file: bundle.file }, core, context)
  await using process = await startServer({ ...options, limits })
  const { openedAtMs, first, second, cpuNs } = await askTwice(process, spec.path, limits).catch(
    async error => {
      throw await lossOf(process, error)
    },
  )
  await checkAnswers(first, second, plan, context)
  const { spawnedAtMs, listeningAtMs } = process
  const between = (fromMs: number, toMs: number) => (toMs - fromMs) * 1e6
  return {
    listeningNs: between(spawnedAtMs, listeningAtMs),
    connectionNs: between(listeningAtMs, openedAtMs),
    firstByteNs: between(spawnedAtMs, first.firstByteAtMs),
    lastByteNs: between(spawnedAtMs, first.lastByteAtMs),
    firstRequestNs: between(first.sentAtMs, first.lastByteAtMs),
    secondRequestNs: between(second.sentAtMs, second.lastByteAtMs),
    cpuNs,
    residentBytes: process.residentBytes(),
    listener: spec.target.runner.server.name,
    bundle,
  }
}

async function askTwice({ port, cpuNs }: ServerProcess, path: string, { requestMs }: StartLimits) {
  using connection = await openConnection(port)
  const first = await connection.get(path, requestMs)
  const usedNs = cpuNs()
  const second = await connection.get(path, requestMs)
  return { openedAtMs: connection.openedAtMs, first, second, cpuNs: usedNs }
}

/** Throws LaunchError for an answer that is wrong, or is not the one that was given elsewhere or before. */
async function checkAnswers(
  first: PlainResponse,
  second: PlainResponse,
  plan: ContenderPlan,
  context: LaunchContext,
): Promise<void> {
  const sha256 = hash('sha256', first.body)
  const { status, body } = first
  await checkServerAnswer({ status, bytes: body.length, sha256 }, () => body.toString(), plan, context)
  const { equal = 'all' } = context.suite.description.server?.answer ?? {}
  if (second.status !== 200 || (equal !== 'none' && hash('sha256', second.body) !== sha256)) {
    throw new LaunchError(
      'failed',
      `failed its check: it answered ${previewOf(first)}, and then ${previewOf(second)}`,
    )
  }
}

function previewOf({ status, body }: PlainResponse): string {
  return `${status} ${JSON.stringify(body.toString('utf8', 0, PREVIEW_LENGTH))}`
}
