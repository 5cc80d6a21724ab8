import { SourceMap } from 'node:module'
import { basename, isAbsolute, join, relative } from 'node:path'
import { isOwnSource } from '@steelyard/launcher'
import type { StackFrame } from './cpu-profile.ts'
import type { SuiteScripts } from './places.ts'

/** Where a function begins, in the file that its author wrote. */
export type Position = Pick<StackFrame, 'url' | 'line' | 'column'>

/**
 * Returns what finds where a function begins: for the suite in its own file, for others where the engine reports it.
 * Paths are relative to the working folder. Files outside it are named without their folder, which would identify the
 * machine.
 */
export function positionsOf({ bundles, map }: Pick<SuiteScripts, 'bundles' | 'map'>) {
  const sourceMap = map === null ? null : new SourceMap(JSON.parse(map))
  return ({ url, line, column }: Position): Position => {
    const told = { url: isFile(url) ? basename(url) : url, line, column }
    if (sourceMap === null || line < 0 || !bundles.includes(basename(url))) return told
    const entry = sourceMap.findEntry(line, column)
    if (!('originalSource' in entry) || isOwnSource(entry.originalSource)) return told
    return { url: shownPath(entry.originalSource), line: entry.originalLine, column: entry.originalColumn }
  }
}

/** @param source from the root, without the first slash */
function shownPath(source: string): string {
  const path = relative(process.cwd(), join('/', source))
  return path.startsWith('..') || isAbsolute(path) ? basename(path) : path
}

function isFile(url: string): boolean {
  return url.startsWith('file:') || isAbsolute(url)
}
