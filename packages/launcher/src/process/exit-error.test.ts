import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitError } from './exit-error.ts'

const EXIT = { code: 1, signal: null, error: null }

const NODE = `node:internal/process/promises:394
      triggerUncaughtException(err, true /* fromPromise */);
      ^

TypeError: fetch failed
    at node:internal/deps/undici/undici:14902:13
    at async logged (file:///app.mjs:60:20) {
  [cause]: Error: read ECONNRESET
      at TCP.onStreamRead (node:internal/stream_base_commons:216:20) {
    errno: -104,
    code: 'ECONNRESET'
  }
}

Node.js v26.10.0
`

for (const [what, output, words] of [
  ['an error with a cause', NODE, 'exited with code 1: TypeError: fetch failed (Error: read ECONNRESET)'],
  [
    'an error of Deno',
    'error: Uncaught (in promise) RangeError: too deep\n    at file:///app.mjs:1:7\n',
    'exited with code 1: error: Uncaught (in promise) RangeError: too deep',
  ],
  ['words that are no error', 'starting\nout of luck\n    at x\n', 'exited with code 1: out of luck'],
  ['nothing', '\n', 'exited with code 1'],
] as const) {
  test(`exitError names ${what}`, () => assert.equal(exitError(EXIT, output).message, words))
}
