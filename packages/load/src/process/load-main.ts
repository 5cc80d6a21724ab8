// Runs in the load process: executes one command after the other, and exits when its host is gone.
import { endWithHost } from '@steelyard/launcher/host'
import { LoadError } from '../checks/load-error.ts'
import { faultMessage } from '../checks/load-fault.ts'
import { probe } from '../checks/probe.ts'
import { responseFault } from '../checks/response-check.ts'
import { ClosedLoad } from '../turn/closed-load.ts'
import type { ExpectedResponse, LoadTurn, LoadTurnOptions } from '../turn/load-turn.ts'
import { openLoad } from '../turn/open-load.ts'
import { sequentialLoad } from '../turn/sequential-load.ts'
import type { LoadCommand, LoadReply } from './protocol.ts'

/** Keeps its connections for the turns that come. */
const closedLoad = new ClosedLoad()

endWithHost()
process.on('message', (command: LoadCommand) => void execute(command).then(reply))
reply({ type: 'ready' })

function reply(message: LoadReply): void {
  process.send?.(message)
}

async function execute(command: LoadCommand): Promise<LoadReply> {
  try {
    if (command.type === 'probe') {
      return { type: 'response', response: await probe(command.url, command.timeoutMs) }
    }
    return { type: 'turn', turn: await turn(command.options, command.timeoutMs) }
  } catch (error) {
    if (error instanceof LoadError) return { type: 'fault', kind: error.kind, message: error.message }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { type: 'fault', kind: 'generator', message }
  }
}

async function turn(options: LoadTurnOptions, timeoutMs: number): Promise<LoadTurn> {
  const { background } = options
  for (const { url, expected } of background ? [options, background] : [options])
    await checkResponse(url, expected, timeoutMs)
  const found = await load(options, timeoutMs)
  if (found.requests === 0) {
    const [worst] = found.faults
    throw new LoadError(
      worst?.kind ?? 'timeout',
      worst?.message ?? `no request was answered within ${options.durationMs / 1000} s of load`,
    )
  }
  return found
}

async function checkResponse(url: string, expected: ExpectedResponse, timeoutMs: number): Promise<void> {
  const fault = responseFault(expected, await probe(url, timeoutMs))
  if (fault !== null) {
    throw new LoadError(fault.kind, `before the load, ${faultMessage(fault.kind, 1, fault.found)}`)
  }
}

function load(options: LoadTurnOptions, timeoutMs: number): Promise<LoadTurn> {
  const { profile } = options
  if (profile.kind === 'open') return openLoad(options, profile.ratePerSecond, timeoutMs)
  if (profile.kind === 'sequential') return sequentialLoad(options, timeoutMs)
  return closedLoad.turn(options, profile.kind, timeoutMs)
}
