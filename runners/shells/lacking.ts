import type { Contender } from '@steelyard/harness/contender'
import type { Reply } from '@steelyard/harness/protocol'

/** Globals of the web and of Node that no language has. */
const HOST_GLOBALS = [
  ...['AbortController', 'AbortSignal', 'Blob', 'Buffer', 'BroadcastChannel', 'ByteLengthQueuingStrategy'],
  ...['CompressionStream', 'CountQueuingStrategy', 'DecompressionStream', 'DOMException', 'Event'],
  ...['EventTarget', 'File', 'FormData', 'Headers', 'MessageChannel', 'MessageEvent', 'MessagePort'],
  ...['ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextDecoderStream', 'TextEncoder'],
  ...['TextEncoderStream', 'TransformStream', 'URL', 'URLPattern', 'URLSearchParams', 'WebSocket', 'Worker'],
  ...['WritableStream', 'atob', 'btoa', 'clearImmediate', 'clearInterval', 'clearTimeout', 'console'],
  ...['crypto', 'document', 'fetch', 'navigator', 'performance', 'process', 'queueMicrotask', 'require'],
  ...['setImmediate', 'setInterval', 'setTimeout', 'structuredClone', 'window'],
  // Part of the language, but not in every engine.
  ...['Atomics', 'FinalizationRegistry', 'Intl', 'SharedArrayBuffer', 'Temporal', 'WeakRef', 'WebAssembly'],
]

/**
 * Returns the same contender, whose failures for want of what only runtimes have are no faults of the suite but gaps of the
 * shell.
 */
export function lackingOf(contender: Contender): Contender {
  return (command, reply) =>
    contender(command, said => {
      const lacked = said.type === 'failed' ? lackedBy(said) : null
      const message = `needs ${lacked}, which this shell does not have`
      reply(said.type === 'failed' && lacked !== null ? { ...said, phase: 'unsupported', message } : said)
    })
}

function lackedBy({ phase, message }: Extract<Reply, { readonly type: 'failed' }>): string | null {
  if (phase === 'verify' || phase === 'unsupported') return null
  const names = message.match(/[A-Za-z_$][\w$]*/g) ?? []
  const name = names.find(word => HOST_GLOBALS.includes(word) && !(word in globalThis))
  // "x is not defined" in all its forms, and no message of a suite's own.
  return name !== undefined && /not defined|find variable|doesn't exist|undefined/.test(message) ? name : null
}
