import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGE = new URL('../package.json', import.meta.url)

/** Returns which Steelyard this is; the commit is null outside a git checkout, and ends in `-dirty` after edits. */
export function steelyardVersion(): { readonly version: string; readonly commit: string | null } {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  return { version, commit: commit() }
}

function commit(): string | null {
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
