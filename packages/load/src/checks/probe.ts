import { Client } from 'undici'
import type { ExpectedResponse } from '../turn/load-turn.ts'
import { faultKindOf, faultMessage, LoadError } from './load-fault.ts'
import { ResponseBody } from './response-check.ts'

export interface LoadResponse extends ExpectedResponse {
  readonly sha256: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one request and returns the whole response; LoadError when none comes within `timeoutMs`. */
export async function probe(address: string, timeoutMs: number): Promise<LoadResponse> {
  const url = new URL(address)
  const client = new Client(url.origin)
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const received = new ResponseBody(true)
    for await (const chunk of body) received.add(chunk)
    return {
      status: statusCode,
      bytes: received.bytes,
      sha256: received.digest() ?? '',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const kind = faultKindOf(error)
    throw new LoadError(kind, faultMessage(kind, 1, error.message))
  } finally {
    await client.destroy()
  }
}
