import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGE = new URL('../package.json', import.meta.url)

export interface SteelyardVersion {
  readonly version: string
  /** Null where it cannot be known; ends in `-dirty` after edits. */
  readonly commit: string | null
}

/** Returns the version, and the commit of the checkout, or of the one that a published package was built from. */
export function steelyardVersion(): SteelyardVersion {
  const { version, commit } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Partial<SteelyardVersion>
  if (version === undefined) throw new Error('a manifest has a version')
  return { version, commit: commit === undefined ? commitOfCheckout() : commit }
}

function commitOfCheckout(): string | null {
  try {
    const edited = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', 'HEAD')}${edited ? '-dirty' : ''}`
  } catch {
    return null
  }
}

function git(...args: string[]): string {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

/** Returns version and commit as one word, for example `0.1.0+02b0a3c14d5e`: what two machines must have alike. */
export function steelyardName(): string {
  const { version, commit } = steelyardVersion()
  if (commit === null) return version
  return `${version}+${commit.slice(0, 12)}${commit.endsWith('-dirty') ? '-edited' : ''}`
}
