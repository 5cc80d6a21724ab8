import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench, type Ended, ended, processesOf, said } from '../bench-process.ts'

/** A worker, or another command of the fleet, that goes on. */
export interface Going {
  readonly ended: Promise<Ended>
  said(pattern: RegExp): Promise<void>
  /** SIGKILL is as a power cut. */
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGTERM'): void
}

/** Commands of a fleet as people and machines start them: with an installation each, and one lock for all. */
export class FleetHome {
  readonly #bench = new Bench()
  #files = 0

  /** Resolves with what the journals hold once a job has finished that many launches. */
  async launched(count: number): Promise<string> {
    await this.#bench.launched(count)
    return this.journalText()
  }

  /** Everything that a journal of a job holds; empty where none is left. */
  journalText(): string {
    return this.#bench
      .journals()
      .map(file => readFileSync(file, 'utf8'))
      .join('')
  }

  path(name: string): string {
    return join(this.#bench.directory, name)
  }

  /** Returns a file that holds an address. */
  addressFile(address: string): string {
    const file = this.path(`address-${++this.#files}`)
    writeFileSync(file, `${address}\n`, { mode: 0o600 })
    return file
  }

  start(addressFile: string, installation: string, ...args: readonly string[]): Going {
    return this.startUnder([], addressFile, installation, ...args)
  }

  /** Starts it under another program. */
  startUnder(
    prefix: readonly string[],
    addressFile: string,
    installation: string,
    ...args: readonly string[]
  ): Going {
    const environment = Object.entries(this.#environment(addressFile, installation)).map(pair =>
      pair.join('='),
    )
    const child: ChildProcess = this.#bench.start(args, ['env', ...environment, ...prefix])
    return {
      ended: ended(child),
      said: pattern => said(child, pattern),
      kill: signal => child.kill(signal),
    }
  }

  /** A worker measures in a process of its own. */
  run(addressFile: string, installation: string, ...args: readonly string[]): Promise<Ended> {
    if (args.includes('worker')) return this.start(addressFile, installation, ...args).ended
    return this.#bench.runSharedWith(this.#environment(addressFile, installation), ...args)
  }

  #environment(addressFile: string, installation: string): Readonly<Record<string, string>> {
    const state = this.path(`state-${installation}`)
    mkdirSync(state, { recursive: true })
    return { XDG_STATE_HOME: state, STEELYARD_FLEET_FILE: addressFile }
  }

  /** Returns the command lines of all processes, as any user sees them. */
  commandLines(): string[] {
    return readdirSync('/proc').flatMap(pid => {
      try {
        return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : []
      } catch {
        return []
      }
    })
  }

  leftProcesses(): string[] {
    return processesOf(this.#bench.directory)
  }

  remove(): Promise<void> {
    return this.#bench.remove()
  }
}
