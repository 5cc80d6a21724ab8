// Runs in the load process: executes one command after the other, and exits when its host is gone.
import { endWithHost } from '@steelyard/launcher/host'
import { faultMessage, LoadError } from '../checks/load-fault.ts'
import { probe } from '../checks/probe.ts'
import { responseFault } from '../checks/response-check.ts'
import { closedLoad } from '../turn/closed-load.ts'
import type { LimitedTurnOptions, LoadTurn } from '../turn/load-turn.ts'
import { openLoad } from '../turn/open-load.ts'
import { sequentialLoad } from '../turn/sequential-load.ts'
import type { LoadCommand, LoadReply } from './load-process.ts'

endWithHost()
process.on('message', (command: LoadCommand) => void execute(command).then(reply))
reply({ result: null })

function reply(message: LoadReply): void {
  process.send?.(message)
}

async function execute(command: LoadCommand): Promise<LoadReply> {
  try {
    const isProbe = command.type === 'probe'
    return { result: await (isProbe ? probe(command.url, command.timeoutMs) : turn(command.options)) }
  } catch (error) {
    if (error instanceof LoadError) return { kind: error.kind, message: error.message }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind: 'generator', message }
  }
}

async function turn(options: LimitedTurnOptions): Promise<LoadTurn> {
  const { background, timeoutMs } = options
  for (const { url, expected } of background ? [options, background] : [options]) {
    const fault = responseFault(expected, await probe(url, timeoutMs))
    if (fault === null) continue
    throw new LoadError(fault.kind, `before the load, ${faultMessage(fault.kind, 1, fault.found)}`)
  }
  const found = await load(options)
  if (found.requests === 0) {
    const [worst] = found.faults
    throw new LoadError(
      worst?.kind ?? 'timeout',
      worst?.message ?? `no request was answered within ${options.durationMs / 1000} s of load`,
    )
  }
  return found
}

function load(options: LimitedTurnOptions): Promise<LoadTurn> {
  const { profile } = options
  if (profile.kind === 'open') return openLoad(options, profile.ratePerSecond)
  if (profile.kind === 'sequential') return sequentialLoad(options)
  return closedLoad(options, profile.kind)
}
