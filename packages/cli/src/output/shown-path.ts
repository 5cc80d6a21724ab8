import { join, relative } from 'node:path'

/** Returns a path as it is shortest: from the working directory when it lies below. */
export function shown(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : join('.', near)
}
