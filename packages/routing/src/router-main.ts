// Runs in the router's process: takes requests and hands each to the process that the policy chooses.
import { createServer, type ServerResponse } from 'node:http'
import { cpuClockOf } from '@steelyard/launcher/cpu-clock'
import { listenForHost } from '@steelyard/launcher/host'
import { Pool } from 'undici'
import { BusyWindow, CHECK_NS, chooseProcess, PROCESS_HEADER, type RouterTask } from './policy.ts'

const { policy, delayMs, servers } = JSON.parse(process.argv[2] ?? '') as RouterTask

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
  onItsWay(() => {
    const states = processes.map(({ underWay, busy }) => ({ underWay, busyShare: busy.share }))
    forward(chooseProcess(policy, states, routed++), request.url ?? '/', response)
  })
})

/** Timers of one length fire in their order. */
function onItsWay(arrive: () => void): void {
  if (delayMs === 0) arrive()
  else setTimeout(arrive, delayMs)
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
        onItsWay(() => response.writeHead(status, { ...headers, [PROCESS_HEADER]: String(index) }))
      },
      onResponseData(_controller, chunk) {
        onItsWay(() => response.write(chunk))
      },
      onResponseEnd() {
        chosen.underWay--
        onItsWay(() => response.end())
      },
      onResponseError(_controller, error) {
        chosen.underWay--
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end(error.message)
      },
    },
  )
}

listenForHost(server)
