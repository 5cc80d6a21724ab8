// CPU time of the main thread a request, in µs, of 200 requests a line, one after the other; Linux only.
// npx workerd@1.20261117.1 serve app.capnp &
// node requests.mjs <pid of the server> [pause between requests in ms, 2 if absent]
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const [pid, pause = '2'] = process.argv.slice(2)
const cpuUs = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
for (let line = 0; line < 10; line++) {
  const before = cpuUs()
  for (let i = 0; i < 200; i++) {
    await (await fetch('http://127.0.0.1:8080')).text()
    await wait(Number(pause))
  }
  console.log(((cpuUs() - before) / 200).toFixed(0))
}
