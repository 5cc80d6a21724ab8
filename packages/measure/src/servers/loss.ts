import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError, type LaunchFailure, type ServerProcess } from '@steelyard/launcher'
import { LoadError, type LoadTurn } from '@steelyard/load'

/** The end of a process is reported a little after its connections broke. */
const END_GRACE_MS = 200

/** Returns why a server was lost: its exit says more than a fault that was seen from outside. */
export async function lossOf(process: ServerProcess, error: unknown): Promise<LaunchError> {
  const ended = await Promise.race([process.lost, sleep(END_GRACE_MS).then(() => null)])
  return ended ?? asLaunchError(error)
}

export function asLaunchError(error: unknown): LaunchError {
  return error instanceof LoadError ? lostBy(error.kind, error.message) : LaunchError.of(error)
}

/** The share of a turn's requests up to which faults are counted and reported. A wrong response is always an error. */
const MOST_FAULTS = 0.01

/** How a server is lost by the kind of its faults; kinds that are not listed are `failed`. */
const FAILURES: Partial<Record<LoadError['kind'], LaunchFailure>> = {
  refused: 'crashed',
  reset: 'crashed',
  timeout: 'timeout',
}

/** Throws LaunchError when a turn had a wrong answer, or too many that did not come. */
export function checkFaults({ faults, requests }: LoadTurn): void {
  const wrong = faults.find(({ kind }) => kind === 'wrong-status' || kind === 'wrong-bytes')
  const [worst] = faults
  const count = faults.reduce((sum, fault) => sum + fault.count, 0)
  const fault = wrong ?? (count > MOST_FAULTS * requests ? worst : undefined)
  if (fault !== undefined) throw lostBy(fault.kind, fault.message)
}

function lostBy(kind: LoadError['kind'], message: string): LaunchError {
  return new LaunchError(FAILURES[kind] ?? 'failed', `failed under load: ${message}`)
}
