import { glob, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Contribution, contributionOf } from '@steelyard/analysis'
import { ArchiveError, findFiles } from '@steelyard/archive'
import { UsageError } from '@steelyard/measure'
import { readRecord } from '@steelyard/record'
import { shown } from '../../output/shown-path.ts'
import { asUsage } from '../../process/as-usage.ts'

/**
 * Reads records from files, folders and globs. What is named, by a glob too, must be a record; what is in a folder and is
 * none is skipped.
 *
 * @returns also the files, by id of the record, and a sentence for each file of a folder that is no record
 * @throws UsageError for a name that is nothing of all that, and for a named file that cannot be read
 */
export async function readContributions(names: readonly string[]) {
  const contributions: Contribution[] = []
  const files = new Map<string, string>()
  const skipped: string[] = []
  const found = (await Promise.all(names.map(expanded))).flat()
  // One after the other, each let go again: a record may take a hundred times what it gives.
  for (const { path, isNamed } of await asUsage([ArchiveError], () => findFiles(found))) {
    const file = shown(path)
    try {
      const contribution = contributionOf(await readRecord(file), basename(file))
      contributions.push(contribution)
      if (!files.has(contribution.record)) files.set(contribution.record, file)
    } catch (error) {
      if (isNamed) throw new UsageError((error as Error).message)
      skipped.push((error as Error).message)
    }
  }
  return { contributions, files, skipped }
}

/** A name that is no file and no folder may be a glob that no shell has expanded. */
async function expanded(name: string): Promise<string[]> {
  if (!/[*?[{]/.test(name) || (await stat(name).catch(() => null)) !== null) return [name]
  const matches: string[] = []
  for await (const match of glob(name)) matches.push(match)
  if (matches.length === 0) {
    throw new UsageError(`Cannot read ${name}: no file matches it. Name records, or folders of them.`)
  }
  return matches.toSorted()
}
