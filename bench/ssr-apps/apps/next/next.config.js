// The app is built twice; with RENDERING=cached it is the one whose pages Next.js renders when it is built, and keeps.
const isCached = process.env.RENDERING === 'cached'

export default {
  // Both ends would otherwise do work that the other frameworks do not.
  compress: false,
  poweredByHeader: false,
  ...(isCached && {
    distDir: '.next-cached',
    pageExtensions: ['cached.jsx', 'jsx'],
    rewrites: async () => ({
      beforeFiles: [
        { source: '/', has: [{ type: 'query', key: 'page', value: '(?<size>.+)' }], destination: '/:size' },
      ],
    }),
  }),
}
