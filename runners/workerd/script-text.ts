import { runInNewContext } from 'node:vm'

/** What the language has, as this Node names it. A script whose function has a parameter `eval` could not be strict. */
const LANGUAGE = (runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter(
  name => name !== 'eval',
)

/** What files use of the web and of Node. */
const HOST = [
  ...['AbortController', 'AbortSignal', 'Blob', 'Buffer', 'Event', 'EventTarget', 'FormData', 'Headers'],
  ...['ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL'],
  ...[
    'URLSearchParams',
    'WritableStream',
    'atob',
    'btoa',
    'clearInterval',
    'clearTimeout',
    'crypto',
    'fetch',
  ],
  ...['global', 'performance', 'process', 'queueMicrotask', 'setInterval', 'setTimeout', 'structuredClone'],
]

/**
 * workerd calls a CommonJS module with an object as its scope, and looks up every other global through it, at run time, each
 * time: `Math.imul` takes some 80 ns there, and is never inlined.
 */
const GLOBALS = [...LANGUAGE, ...HOST]

/** Returns the text of a CommonJS module that has these globals as parameters, of a function around it. */
export function scriptText(text: string): string {
  const values = GLOBALS.map(name => `globalThis.${name}`)
  return `(function (${GLOBALS}) {${text}\n}).call(this, ${values})\n`
}
