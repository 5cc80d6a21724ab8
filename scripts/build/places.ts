import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))

/** Returns what git prints in the repository. */
export function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** Returns files of the repository by globs, as paths from its root; never those that tests alone need. */
export function filesOf(...globs: string[]): string[] {
  // Ignored files were made here and are no part of the package.
  const patterns = globs.map(glob => `:(glob)${glob}`)
  return git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns)
    .split('\0')
    .filter(file => file !== '' && !/(^|\/)(fixtures|test)\/|\.test\.tsx?$/.test(file))
    .sort()
}
