import { createHash } from 'node:crypto'
import type { ExpectedResponse } from '../turn/load-turn.ts'
import type { FaultCounter } from './load-fault.ts'

/** One in this many responses is compared by its digest, the first included. */
export const DIGEST_EVERY = 100

/** Compares responses with the expected one: status and length of each, the digest of one in `DIGEST_EVERY`. */
export class ResponseCheck {
  readonly #expected: ExpectedResponse
  readonly #faults: FaultCounter
  #begun = 0

  constructor(expected: ExpectedResponse, faults: FaultCounter) {
    this.#expected = expected
    this.#faults = faults
  }

  /** Begins the check of one more response. */
  begin(): ResponseBody {
    return new ResponseBody(this.#begun++ % DIGEST_EVERY === 0)
  }

  /** Ends it: counts a fault when status, length or digest differs. */
  end(status: number, body: ResponseBody): void {
    const fault = responseFault(this.#expected, { status, bytes: body.bytes, sha256: body.digest() })
    if (fault !== null) this.#faults.add(fault.kind, fault.found)
  }
}

/** The part of a response's body that has arrived. */
export class ResponseBody {
  readonly #hash: ReturnType<typeof createHash> | null
  bytes = 0

  constructor(withDigest: boolean) {
    this.#hash = withDigest ? createHash('sha256') : null
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    this.#hash?.update(chunk)
  }

  /** The digest in hexadecimal; null when it is not taken. May be called once. */
  digest(): string | null {
    return this.#hash?.digest('hex') ?? null
  }
}

/** Returns how a response differs from the expected one; null when nothing known of it differs. */
export function responseFault(
  expected: ExpectedResponse,
  found: { readonly status: number; readonly bytes: number; readonly sha256: string | null },
): { readonly kind: 'wrong-status' | 'wrong-bytes'; readonly found: string } | null {
  if (found.status !== expected.status) {
    return { kind: 'wrong-status', found: `${found.status} for ${expected.status}` }
  }
  if (expected.sha256 === null) return null
  if (found.bytes !== expected.bytes) {
    return { kind: 'wrong-bytes', found: `${found.bytes} bytes for ${expected.bytes}` }
  }
  if (found.sha256 !== null && found.sha256 !== expected.sha256) {
    return { kind: 'wrong-bytes', found: `as many bytes as expected, ${expected.bytes}, but others` }
  }
  return null
}
