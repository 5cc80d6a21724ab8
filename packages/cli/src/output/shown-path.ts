import { join, relative } from 'node:path'

/** Returns the shortest form of a path: relative when it is below the working directory. */
export function shown(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : join('.', near)
}
