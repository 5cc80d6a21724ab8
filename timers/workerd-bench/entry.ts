import { plainClock } from '@steelyard/harness/clock'
import { ask, type Measure } from '@steelyard/harness/contender'
import type { Reply } from '@steelyard/harness/protocol'
import { type Bundle, lazyContender } from '@steelyard/runners/serve'
import { type BenchRequest, CASE, FILES, MAILBOX, RECHECK } from './mailbox.ts'

// The argument of workerd's `bench` handler, which its types lack.
interface CaseOptions {
  readonly minTime?: number
  readonly warmup?: number
  readonly samples?: number
  readonly batch?: number
}
interface Controller {
  run(name: string, run: () => unknown, options?: CaseOptions): void
}

// Whole milliseconds, and not used: workerd times the calls.
const clock = plainClock(() => Date.now() * 1e6)

const ONCE: CaseOptions = { minTime: 0, warmup: 0, samples: 1, batch: 1 }

const bundle = './bundle.mjs'

export default {
  /**
   * Prepares the case, which checks its output, and registers it to be timed; after it a second one, which checks
   * the last value. Commands come from, and replies go to, a folder that the host reads when the process has ended.
   */
  async bench(controller: Controller, environment: Readonly<Record<string, Fetcher>>): Promise<void> {
    const folder = environment[MAILBOX]
    if (!folder) throw new Error('no mailbox')
    const post = (file: string, reply: Reply) =>
      folder.fetch(`http://mailbox/${file}`, { method: 'PUT', body: JSON.stringify(reply) })
    const request = (await (await folder.fetch(`http://mailbox/${FILES.request}`)).json()) as BenchRequest
    const register: Measure = async (run, _async, timeMs) => {
      controller.run(CASE, run, { minTime: timeMs })
      return null
    }
    const load = () => import(bundle) as Promise<Bundle>
    const contender = lazyContender(load, clock, { measure: register })
    const prepared = await ask(contender, request.prepare)
    await post(FILES.prepared, prepared)
    if (prepared.type !== 'prepared') return
    await ask(contender, { type: 'measure', timeMs: request.timeMs })
    controller.run(
      RECHECK,
      async () => void (await post(FILES.rechecked, await ask(contender, { type: 'recheck' }))),
      ONCE,
    )
  },
}
