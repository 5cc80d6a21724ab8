import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { steelyardOf } from './tools/steelyard.ts'
import type { Tool } from './tools/tool.ts'

const ROOT = join(import.meta.dirname, '..')

/** What both commits measure must be one text. */
const MEASURED = ['selfbench/cases', 'selfbench/benches/steelyard.bench.ts']

/** Returns Steelyard as a commit has it, checked out; UsageError when that fails, or the commit measures other code. */
export function steelyardAt(name: string): Tool {
  try {
    const commit = git('rev-parse', '--short=12', `${name}^{commit}`)
    const changed = git('diff', '--name-only', commit, 'HEAD', '--', ...MEASURED)
    if (changed !== '') throw new Error(`it has other ${changed.split('\n').join(', ')}`)
    const root = join(os.tmpdir(), 'steelyard-selfbench', commit)
    if (!existsSync(root)) git('worktree', 'add', '--detach', root, commit)
    execFileSync('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { ...steelyardOf(root), name: `steelyard@${commit}`, version: () => commit }
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new UsageError(`Cannot use the commit ${name}: ${reason}. Choose another commit.`)
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
