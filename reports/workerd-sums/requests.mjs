// Milliseconds of requests, one after the other: node requests.mjs http://127.0.0.1:8080/array [requests, 12 if absent]
// With a path alone, such as /array, of calls in this process, a turn of the event loop apart.
import app from './sums.js'

const [url = '/array', requests = 12] = process.argv.slice(2)
const call = () => (url.startsWith('/') ? app.fetch({ url: `http://localhost${url}` }) : fetch(url))
for (let i = 0; i < Number(requests); i++) {
  const began = performance.now()
  await (await call()).text()
  console.log((performance.now() - began).toFixed(1))
  await new Promise(resolve => setTimeout(resolve, 1))
}
