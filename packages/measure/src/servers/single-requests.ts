import { Agent, get } from 'node:http'
import { LaunchError, moveProcess, type ServerProcess } from '@steelyard/launcher'
import { startLoad } from '@steelyard/load'
import { launchRandom } from '../launch/launch-members.ts'
import { settledCpuNs } from '../launch/window-sampler.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { budgetOf, callsOf } from '../side-launches/call-times.ts'
import { runSideTasks } from '../side-launches/run-side-tasks.ts'
import type { MeasureOptions, SideLaunches } from '../suite/measure-options.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SideFindings, SuiteLog } from '../suite/suite-log.ts'
import { startReady } from './launch-servers.ts'
import type { ReadyServer } from './ready-server.ts'

/** Seeds the placement of these launches. */
const SIDE = -3

/** Of the time of a suite, for all of them. */
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
  return budgetNs === null ? 0 : Math.min(contenders.length * LAUNCH_NS, MOST_SHARE * timeNs)
}

/** Sends requests one by one to each server alone, and keeps what they took, and what they took of its CPU. */
export async function timeSingleRequests(
  log: SuiteLog,
  timeNs: number,
  options: MeasureOptions,
): Promise<void> {
  const { sideLaunches, signal, context } = options
  const { budgetNs } = sideLaunches
  if (budgetNs === null) return
  const able = log.contenders().filter(({ lost, launches }) => lost === null && launches.length > 0)
  const tasks = able.map(({ plan }, index) => ({
    plan,
    find: () => {
      const random = launchRandom(options, index, SIDE)
      return timeRequestsOf(plan, timeNs / able.length / 1e6, budgetNs, { ...context, random })
    },
    errorText: ({ message }: LaunchError) => `has no single requests: it ${message}`,
  }))
  await runSideTasks(tasks, log, signal)
}

async function timeRequestsOf(
  plan: ContenderPlan,
  timeMs: number,
  budgetNs: number,
  context: MeasureOptions['context'],
): Promise<SideFindings> {
  const [core = null, loadCore = core] = context.random.shuffle([...context.cores])
  await moveProcess(process.pid, loadCore === null ? [] : [loadCore])
  const load = await startLoad({ core: loadCore, directory: await context.workspace.newFolder() })
  let server: ReadyServer | null = null
  try {
    server = await startReady(plan, { core, loadCore, load }, context)
    await load.stop()
    server.process.resume()
    const { wallNs, cpuNs } = await oneByOne(server, timeMs)
    const timed = { callsNs: wallNs, emptyNs: [0], clockResolutionNs: 1 }
    const cpu =
      cpuNs === null
        ? { missing: 'the CPU time of a process is not told on this platform' }
        : { callsNs: cpuNs }
    return { calls: { ...callsOf(timed), budget: budgetOf(budgetNs, timed, cpu) }, requestCpuNs: cpuNs }
  } finally {
    await Promise.all([load.stop(), server?.process.kill()])
  }
}

/** Requests over one connection, the next when the server sleeps again; the first ones are its warm-up. */
async function oneByOne(
  { process, url, answer }: ReadyServer,
  timeMs: number,
): Promise<{ readonly wallNs: number[]; readonly cpuNs: number[] | null }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const beganMs = performance.now()
  const warmUntilMs = beganMs + timeMs * WARM_UP_SHARE
  const wallNs: number[] = []
  const cpuNs: number[] = []
  try {
    while (performance.now() < warmUntilMs) await request(url, agent, answer.bytes, process)
    const isLeft = () => wallNs.length < MOST_REQUESTS && performance.now() < beganMs + timeMs
    while (wallNs.length < FEWEST_REQUESTS || isLeft()) {
      const before = settledCpuNs(process)
      const sentMs = performance.now()
      await request(url, agent, answer.bytes, process)
      wallNs.push((performance.now() - sentMs) * 1e6)
      const after = settledCpuNs(process)
      if (before !== null && after !== null) cpuNs.push(after - before)
    }
  } finally {
    agent.destroy()
  }
  return { wallNs, cpuNs: cpuNs.length === wallNs.length ? cpuNs : null }
}

async function request(url: string, agent: Agent, bytes: number, { lost }: ServerProcess): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    const failed = (what: string) => reject(new LaunchError('failed', `failed a single request: ${what}`))
    get(url, { agent }, response => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode === 200 && received === bytes) resolve()
        else failed(`status ${response.statusCode}, ${received} bytes`)
      })
      response.on('error', error => failed(error.message))
    }).on('error', error => failed(error.message))
  })
  await Promise.race([answered, lost.then(error => Promise.reject(error))])
}
