import { createHash } from 'node:crypto'
import type { ServerBeside } from '@steelyard/harness'
import type { BackgroundLoad } from '@steelyard/load'
import type { ServerSpec } from './server-app.ts'

/** Returns what is sent beside the load to a server at `url`, which has no path. */
export function loadBesideOf(beside: ServerBeside, url: string): BackgroundLoad {
  const { path, body, ratePerSecond, fromMs, durationMs } = beside
  const expected = {
    status: 200,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  }
  return { url: `${url}${path}`, ratePerSecond, fromMs, durationMs, expected }
}

/** Whether the requests that are sent beside are those whose time counts. */
export function isTimedBeside({ plan, beside }: ServerSpec): boolean {
  return beside !== null && plan.params.requests === beside.name
}
