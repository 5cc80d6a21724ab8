/**
 * What files use of the language and of the web. workerd calls a CommonJS module with an object as its scope, and looks up
 * every other global through it, at run time, each time: `Math.imul` takes some 80 ns there, and is never inlined.
 */
const GLOBALS = [
  ...['AbortController', 'AbortSignal', 'AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt'],
  ...[
    'BigInt64Array',
    'BigUint64Array',
    'Blob',
    'Boolean',
    'Buffer',
    'DataView',
    'Date',
    'Error',
    'EvalError',
  ],
  ...['Event', 'EventTarget', 'FinalizationRegistry', 'Float32Array', 'Float64Array', 'FormData', 'Function'],
  ...['Headers', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl', 'JSON', 'Map', 'Math', 'NaN'],
  ...['Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReadableStream', 'ReferenceError', 'Reflect'],
  ...[
    'RegExp',
    'Request',
    'Response',
    'Set',
    'String',
    'Symbol',
    'SyntaxError',
    'TextDecoder',
    'TextEncoder',
  ],
  ...['TransformStream', 'TypeError', 'URIError', 'URL', 'URLSearchParams', 'Uint16Array', 'Uint32Array'],
  ...['Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet', 'WritableStream', 'atob', 'btoa'],
  ...['clearInterval', 'clearTimeout', 'console', 'crypto', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'fetch', 'global', 'globalThis', 'isFinite', 'isNaN', 'parseFloat'],
  ...['parseInt', 'performance', 'process', 'queueMicrotask', 'setInterval', 'setTimeout', 'structuredClone'],
  ...['undefined', 'unescape'],
]

/** Returns the text of a CommonJS module that has these globals as parameters, of a function around it. */
export function scriptText(text: string): string {
  const values = GLOBALS.map(name => `globalThis.${name}`)
  return `(function (${GLOBALS}) {${text}\n}).call(this, ${values})\n`
}
