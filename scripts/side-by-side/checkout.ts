import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What both versions measure must be one text. */
const MEASURED = ['selfbench/cases', 'selfbench/benches/steelyard.bench.ts']

export interface CheckedOut {
  readonly root: string
  /** Abbreviated. */
  readonly commit: string
}

/**
 * Checks a commit out in a folder of its own, unless it is there, and installs its packages.
 *
 * @throws Error when git or the installation fails
 */
export function checkOut(name: string, folder: string): CheckedOut {
  const commit = git('rev-parse', '--short=12', `${name}^{commit}`)
  const root = join(folder, commit)
  if (!existsSync(root)) git('worktree', 'add', '--detach', root, commit)
  execFileSync('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { root, commit }
}

/** Throws RangeError when the cases of two commits differ. */
export function checkSameCases(older: CheckedOut, newer: CheckedOut): void {
  const changed = git('diff', '--name-only', older.commit, newer.commit, '--', ...MEASURED)
  if (changed === '') return
  throw new RangeError(`The two commits measure different code: ${changed.split('\n').join(', ')}`)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
