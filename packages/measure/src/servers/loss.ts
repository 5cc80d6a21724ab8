import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError, type LaunchFailure, type ServerProcess } from '@steelyard/launcher'
import { LoadError, type LoadFault, type LoadTurn } from '@steelyard/load'

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

const FAILURE: Readonly<Record<LoadFault['kind'], LaunchFailure>> = {
  refused: 'crashed',
  reset: 'crashed',
  timeout: 'timeout',
  'wrong-status': 'failed',
  'wrong-bytes': 'failed',
  'no-ports': 'failed',
  'no-files': 'failed',
  other: 'failed',
}

/** Throws LaunchError when a turn had a wrong answer, or too many that did not come. */
export function checkFaults({ faults, requests }: LoadTurn): void {
  const wrong = faults.find(({ kind }) => kind === 'wrong-status' || kind === 'wrong-bytes')
  const [worst] = faults
  const count = faults.reduce((sum, fault) => sum + fault.count, 0)
  const fault = wrong ?? (count > MOST_FAULTS * requests ? worst : undefined)
  if (fault !== undefined) throw lostBy(fault.kind, fault.message)
}

/** Returns the error of a server in which the load found a fault. */
export function lostBy(kind: string, message: string): LaunchError {
  const failure = Object.hasOwn(FAILURE, kind) ? FAILURE[kind as LoadFault['kind']] : 'failed'
  return new LaunchError(failure, `failed under load: ${message}`)
}
