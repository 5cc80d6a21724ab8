// Milliseconds of 12 requests, one after the other: node requests.mjs http://127.0.0.1:8080/shifts
// Without an address, of 12 calls in this process, a turn of the event loop apart.
import app from './loop.js'

const [url] = process.argv.slice(2)
const call = () => (url ? fetch(url) : app.fetch({ url: '/shifts' }))
for (let i = 0; i < 12; i++) {
  const began = performance.now()
  await (await call()).text()
  console.log((performance.now() - began).toFixed(1))
  await new Promise(resolve => setTimeout(resolve, 1))
}
