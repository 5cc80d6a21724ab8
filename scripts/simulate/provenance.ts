import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Where, when and of what a table was computed. */
export interface Provenance {
  readonly date: string
  readonly commit: string
  readonly machine: string
  /** Version. */
  readonly node: string
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function provenance(): Provenance {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    machine: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  }
}
