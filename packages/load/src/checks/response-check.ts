import { createHash } from 'node:crypto'
import type { ExpectedResponse } from '../turn/load-turn.ts'
import type { FaultCounter } from './load-fault.ts'

/** Of so many answers one is compared by its digest; the first is. */
export const DIGEST_EVERY = 100

/** Compares answers with the expected one: status and length of each, the digest of one in `DIGEST_EVERY`. */
export class AnswerCheck {
  readonly #expected: ExpectedResponse
  readonly #faults: FaultCounter
  #begun = 0
  #digestsCompared = 0

  constructor(expected: ExpectedResponse, faults: FaultCounter) {
    this.#expected = expected
    this.#faults = faults
  }

  get digestsCompared(): number {
    return this.#digestsCompared
  }

  /** Begins the check of one more answer. */
  begin(): AnswerBody {
    return new AnswerBody(this.#begun++ % DIGEST_EVERY === 0)
  }

  /** Ends it: counts a fault when status, length or digest is another. */
  end(status: number, body: AnswerBody): void {
    if (body.hash !== null) this.#digestsCompared++
    const fault = answerFault(this.#expected, { status, bytes: body.bytes, sha256: body.digest() })
    if (fault !== null) this.#faults.add(fault.kind, fault.found)
  }
}

/** What has come of one answer. */
export class AnswerBody {
  readonly hash: ReturnType<typeof createHash> | null
  bytes = 0

  constructor(withDigest: boolean) {
    this.hash = withDigest ? createHash('sha256') : null
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    this.hash?.update(chunk)
  }

  /** The digest in hexadecimal; null when it is not taken. May be asked once. */
  digest(): string | null {
    return this.hash?.digest('hex') ?? null
  }
}

/** Returns in what an answer differs from the expected one; null when in nothing that is known of it. */
export function answerFault(
  expected: ExpectedResponse,
  found: { readonly status: number; readonly bytes: number; readonly sha256: string | null },
): { readonly kind: 'wrong-status' | 'wrong-bytes'; readonly found: string } | null {
  if (found.status !== expected.status) {
    return { kind: 'wrong-status', found: `${found.status} for ${expected.status}` }
  }
  if (found.bytes !== expected.bytes) {
    return { kind: 'wrong-bytes', found: `${found.bytes} bytes for ${expected.bytes}` }
  }
  if (found.sha256 !== null && found.sha256 !== expected.sha256) {
    return { kind: 'wrong-bytes', found: `as many bytes as expected, ${expected.bytes}, but others` }
  }
  return null
}
