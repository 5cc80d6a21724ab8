// Runs in the router's process: takes requests and hands each to the process that the policy chooses.
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuClockOf } from '@steelyard/launcher/cpu-clock'
import { listenForHost } from '@steelyard/launcher/host'
import { Pool } from 'undici'
import { BusyWindow, CHECK_NS, chooseProcess, PROCESS_HEADER, type RouterTask } from './policy.ts'

const { policy, delayMs, mbitPerSecond, servers } = JSON.parse(process.argv[2] ?? '') as RouterTask

const processes = servers.map(({ port, pid }) => ({
  pool: new Pool(`http://127.0.0.1:${port}`, { pipelining: 1 }),
  cpuNs: cpuClockOf(pid),
  busy: new BusyWindow(),
  underWay: 0,
}))
let routed = 0

setInterval(() => {
  const nowNs = performance.now() * 1e6
  for (const { cpuNs, busy } of processes) busy.add(nowNs, cpuNs() ?? 0)
}, CHECK_NS / 1e6)

const server = createServer((request, response) => {
  afterDelay(() => {
    const states = processes.map(({ underWay, busy }) => ({ underWay, busyShare: busy.share }))
    forward(chooseProcess(policy, states, routed++), request.url ?? '/', response)
  })
})

/** Timers of one length fire in their order. */
function afterDelay(arrive: () => void): void {
  if (delayMs === 0) arrive()
  else setTimeout(arrive, delayMs)
}

/** When the link to the client has carried all that it was given, by `performance.now`. */
let freeAtMs = 0
let lastArrival: Promise<unknown> = Promise.resolve()

/** All responses share one link; timers of unlike lengths could overtake each other, so each waits for the one before. */
function toClient(bytes: number, arrive: () => void): void {
  if (mbitPerSecond === null) {
    afterDelay(arrive)
    return
  }
  const nowMs = performance.now()
  freeAtMs = Math.max(freeAtMs, nowMs) + (bytes * 8) / (mbitPerSecond * 1e3)
  lastArrival = Promise.all([lastArrival, sleep(freeAtMs + delayMs - nowMs)]).then(arrive)
}

function forward(index: number, path: string, response: ServerResponse): void {
  const chosen = processes[index]
  if (chosen === undefined) return
  chosen.underWay++
  chosen.pool.dispatch(
    { path, method: 'GET' },
    {
      onRequestStart() {},
      onResponseStart(_controller, status, headers) {
        toClient(0, () => response.writeHead(status, { ...headers, [PROCESS_HEADER]: String(index) }))
      },
      onResponseData(_controller, chunk) {
        toClient(chunk.length, () => response.write(chunk))
      },
      onResponseEnd() {
        chosen.underWay--
        toClient(0, () => response.end())
      },
      onResponseError(_controller, error) {
        chosen.underWay--
        // After what is still on its way.
        toClient(0, () => {
          if (response.headersSent) response.destroy()
          else response.writeHead(502).end(error.message)
        })
      },
    },
  )
}

listenForHost(server)
