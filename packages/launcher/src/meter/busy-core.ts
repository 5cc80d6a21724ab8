import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allowedCores, moveProcess, pinPrefix } from '../machine/affinity.ts'
import { isVirtual, openProc, parseCoreTicks, TICK_NS } from '../machine/proc.ts'
import { difference } from '../machine/scheduling.ts'
import { type MeterReadings, openCoreMeter } from './core-meter.ts'

/** What was seen of a core that a process of our own kept busy. */
interface BusyCore {
  /** null where it could not be watched: `why`. */
  readonly readings: MeterReadings | null
  readonly why: string | null
  /** Width ratios of the core every few milliseconds, in order: see `widthRatio`. Empty where it could not be watched. */
  readonly widthRatios: readonly number[]
  /** Time that the hypervisor says it took from the core meanwhile, in ticks of 10 ms; null where unavailable. */
  readonly stolenNs: number | null
}

/** How much longer the process runs than it is watched. */
const SPARE_MS = 500

/** A loop that turns and reports what it saw; it ends by itself should this process be killed. */
const SPINNER = fileURLToPath(new URL('spinner.ts', import.meta.url))

/** Keeps a core busy and watches it: an idle one cannot lose time. This process moves to the other cores meanwhile. */
export async function watchBusyCore(core: number, milliseconds: number): Promise<BusyCore> {
  const cores = allowedCores()
  const others = cores.filter(other => other !== core)
  const words = [...pinPrefix(core), process.execPath, SPINNER, String(milliseconds + SPARE_MS)]
  const [command = process.execPath, ...args] = words
  const spinner = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], env: {} })
  const widthRatios: number[] = []
  const lines = createInterface(spinner.stdout).on('line', line => widthRatios.push(Number(line)))
  const ended = once(spinner, 'exit').catch(() => {})
  const begun = once(lines, 'line')
  const ticks = isVirtual() === false ? null : openProc('stat')
  const stolenSoFarNs = () => {
    const found = ticks === null ? null : parseCoreTicks(ticks.read(), core)
    return found === null ? null : found.stolen * TICK_NS
  }
  const meter = openCoreMeter()
  try {
    await Promise.race([begun, ended])
    await moveProcess(process.pid, others.length > 0 ? others : cores)
    const started = await meter.start(core)
    if (started.kind === null) return { readings: null, why: started.why, widthRatios: [], stolenNs: null }
    const before = stolenSoFarNs()
    await sleep(milliseconds)
    const stolenNs = difference(before, stolenSoFarNs())
    const readings = await meter.stop()
    return { readings, why: readings === null ? 'its thread has ended' : null, widthRatios, stolenNs }
  } finally {
    await meter.close()
    ticks?.close()
    spinner.kill('SIGKILL')
    await ended
    await moveProcess(process.pid, cores)
  }
}
