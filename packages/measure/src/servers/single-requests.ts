import { LaunchError, type ServerProcess } from '@steelyard/launcher'
import type { ExpectedResponse } from '@steelyard/load'
import type { Client } from 'undici'
import type { LaunchContext } from '../launch/launch-context.ts'
import { launchRandom } from '../launch/launch-members.ts'
import { settledCpuOf } from '../launch/window-sampler.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { budgetOf, type CpuCalls, callsOf } from '../side-launches/call-times.ts'
import { makeProbes, type Probe } from '../side-launches/probe.ts'
import { isTimed } from '../side-launches/side-launches.ts'
import type { MeasureTask, SideLaunches } from '../suite/measure-task.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import { ANSWER_LIMIT_MS, startReady, withLoad } from './launch-servers.ts'
import type { ReadyServer } from './server-app.ts'

/** The most that they may take of the time of a suite. */
const MOST_SHARE = 0.25
const LAUNCH_NS = 3e9
const WARM_UP_SHARE = 0.4
const MOST_REQUESTS = 1000
const FEWEST_REQUESTS = 20

/** Returns how much of the time of a suite single requests are given: none where no budget is asked. */
export function requestsNs(
  contenders: readonly MeasuredContender[],
  { budgetNs }: SideLaunches,
  timeNs: number,
): number {
  const { length } = contenders.filter(({ plan }) => !plan.isControl)
  return budgetNs === null ? 0 : Math.min(length * LAUNCH_NS, MOST_SHARE * timeNs)
}

/** Sends requests one by one to each server alone, and keeps what they took, and what they took of its CPU. */
export async function timeSingleRequests(log: SuiteLog, timeNs: number, options: MeasureTask): Promise<void> {
  const { sideLaunches, context } = options
  const { budgetNs } = sideLaunches
  if (budgetNs === null) return
  const able = log.contenders().filter(isTimed)
  const probes = able.map(
    ({ plan }, index): Probe => ({
      plan,
      find: () => {
        const random = launchRandom(options, index, 'side')
        return timeRequestsOf(plan, timeNs / able.length / 1e6, budgetNs, { ...context, random })
      },
      lost: 'no-single-requests',
    }),
  )
  await makeProbes(probes, log, options)
}

function timeRequestsOf(plan: ContenderPlan, timeMs: number, budgetNs: number, context: LaunchContext) {
  return withLoad(context, async loading => {
    const server = await startReady(plan, loading, context)
    await using process = server.process
    await loading.load.stop()
    process.resume()
    const { wallNs, cpuNs } = await oneByOne(server, timeMs)
    const timed = { callsNs: wallNs, emptyNs: [0], clockResolutionNs: 1 }
    const cpu: CpuCalls = cpuNs === null ? { missing: { code: 'no-process-cpu' } } : { callsNs: cpuNs }
    return { calls: { ...callsOf(timed), budget: budgetOf(budgetNs, timed, cpu) }, requestCpuNs: cpuNs }
  })
}

/** Requests over one connection, the next when the server sleeps again; the first ones are its warm-up. */
export async function oneByOne({ process, url, expected }: ReadyServer, timeMs: number) {
  // Loaded here, since a load above would make every command start 50 to 70 ms later.
  const { Client } = await import('undici')
  const { origin, pathname, search } = new URL(url)
  const client = new Client(origin, {
    pipelining: 1,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
  })
  const path = `${pathname}${search}`
  const beganMs = performance.now()
  const warmUntilMs = beganMs + timeMs * WARM_UP_SHARE
  const wallNs: number[] = []
  const cpuNs: number[] = []
  try {
    while (performance.now() < warmUntilMs) await request(client, path, expected, process)
    const isLeft = () => wallNs.length < MOST_REQUESTS && performance.now() < beganMs + timeMs
    while (wallNs.length < FEWEST_REQUESTS || isLeft()) {
      const before = settledCpuOf(process)
      const sentMs = performance.now()
      await request(client, path, expected, process)
      wallNs.push((performance.now() - sentMs) * 1e6)
      const after = settledCpuOf(process)
      if (before !== null && after !== null) cpuNs.push(after - before)
    }
  } finally {
    await client.destroy()
  }
  return { wallNs, cpuNs: cpuNs.length === wallNs.length ? cpuNs : null }
}

async function request(
  client: Client,
  path: string,
  expected: ExpectedResponse,
  { lost }: ServerProcess,
): Promise<void> {
  const answered = receive(client, path, expected)
  await Promise.race([answered, lost.then(error => Promise.reject(error))])
}

/** @throws LaunchError when the answer is none, or has another status or length than is expected */
async function receive(client: Client, path: string, { bytes, sha256 }: ExpectedResponse): Promise<void> {
  const { status, received } = await exchange(client, path).catch(({ message }: Error) => {
    throw failed(message)
  })
  if (status !== 200 || (sha256 !== null && received !== bytes))
    throw failed(`status ${status}, ${received} bytes`)
}

async function exchange(client: Client, path: string) {
  const { statusCode, body } = await client.request({ path, method: 'GET' })
  let received = 0
  for await (const chunk of body) received += chunk.length
  return { status: statusCode, received }
}

function failed(what: string): LaunchError {
  return new LaunchError('failed', `failed a single request: ${what}`)
}
