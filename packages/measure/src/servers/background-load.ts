import { createHash } from 'node:crypto'
import type { ServerBeside } from '@steelyard/harness'
import type { BackgroundLoad } from '@steelyard/load'
import type { ServerSpec } from './server-app.ts'

/** Returns the background load of a server at `url`, which has no path. */
export function backgroundLoad(background: ServerBeside, url: string): BackgroundLoad {
  const { path, body, ratePerSecond, fromMs, durationMs } = background
  const expected = {
    status: 200,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  }
  return { url: `${url}${path}`, ratePerSecond, fromMs, durationMs, expected }
}

/** Whether the timed requests are those of the background load. */
export function isBackgroundTimed({ plan, background }: ServerSpec): boolean {
  return background !== null && plan.params.requests === background.name
}
