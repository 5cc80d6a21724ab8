import type { ChildOptions } from './child.ts'

/**
 * Returns the whole environment of a measured process: none of the user's variables, only those of the target.
 * `directory` is its home, so that it reads none of the user's files there either.
 */
export function cleanEnvironment(directory: string): ChildOptions['environment'] {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: directory,
    TMPDIR: directory,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
  }
}
