import type { Dispatcher } from 'undici'
import { faultKindOf } from '../checks/load-fault.ts'
import type { Tally } from './tally.ts'

/** Returns the options of a client that sends one request at a time on a connection, and waits no longer. */
export function clientOptions(timeoutMs: number) {
  return { pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs }
}

/**
 * Sends one GET request and counts its outcome, with times from `startMs` (as of `performance.now()`), which may be
 * earlier than now. Resolves with whether it was answered, once the response is complete or has failed; never rejects.
 */
export function exchange(dispatcher: Dispatcher, url: URL, tally: Tally, startMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const body = tally.check.begin()
    let status = 0
    let firstByteMs = 0
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET' },
      {
        onRequestStart() {},
        onResponseStarted() {
          firstByteMs = performance.now()
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode
        },
        onResponseData(_controller, chunk) {
          body.add(chunk)
        },
        onResponseEnd() {
          const lastByteMs = performance.now()
          tally.check.end(status, body)
          if (tally.isOpen) {
            tally.firstByte(firstByteMs - startMs)
            tally.response(status)
            tally.latency(lastByteMs - startMs)
          }
          resolve(true)
        },
        onResponseError(_controller, error) {
          tally.faults.addError(error)
          if (tally.isOpen && faultKindOf(error) === 'timeout') tally.latency(performance.now() - startMs)
          resolve(false)
        },
      },
    )
  })
}
