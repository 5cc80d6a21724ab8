import { mkdirSync, writeFileSync } from 'node:fs'
import type { Command } from '@steelyard/runners'
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

/** Makes the home of a process and the files of its command, and returns how it starts there in a clean environment. */
export function cleanStart(
  file: string,
  { args, environment, files = {} }: Pick<Command, 'args'> & Partial<Command>,
  home: string,
): Pick<ChildOptions, 'file' | 'args' | 'environment' | 'directory'> {
  mkdirSync(home, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
  return { file, args, environment: { ...cleanEnvironment(home), ...environment }, directory: home }
}
