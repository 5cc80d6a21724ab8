import './no-cache.js'
import worker from './.svelte-kit/cloudflare/_worker.js'

export default worker
