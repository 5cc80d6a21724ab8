// The adapter looks every page up in the cache of its platform. workerd alone has none, and throws: in this one is nothing.
const cache = { match: async () => undefined, put: async () => {} }

Object.defineProperty(globalThis, 'caches', { value: { default: cache, open: async () => cache } })
