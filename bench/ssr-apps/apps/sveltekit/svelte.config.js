import cloudflare from '@sveltejs/adapter-cloudflare'
import node from '@sveltejs/adapter-node'

export default {
  kit: {
    // One build for each adapter.
    adapter: process.env.ADAPTER === 'cloudflare' ? cloudflare() : node({ precompress: false }),
  },
}
