import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { userFolder } from '@steelyard/launcher'
import { type RunRecord, recordName, writeRecord } from '@steelyard/record'
import { reasonOf } from '../process/reason-of.ts'
import { shown } from './shown-path.ts'

export interface KeptAt {
  /** Null when it could not be written anywhere. */
  readonly file: string | null
  /** One sentence when it is not in the wanted folder; null when it is. */
  readonly trouble: string | null
}

/**
 * Writes a record into the wanted folder; where that cannot be done into the user's state folder, else into a new
 * temporary one. Throws nothing: a record in another folder is better than none.
 */
export async function keepRecord(record: RunRecord, wanted: string): Promise<KeptAt> {
  const name = recordName(record)
  const failures: string[] = []
  for (const folder of [wanted, userFolder('XDG_STATE_HOME', 'records')]) {
    const file = join(folder, name)
    try {
      await writeRecord(file, record)
      return { file, trouble: failures.length === 0 ? null : elsewhere(wanted, failures, file) }
    } catch (error) {
      failures.push(`${shown(folder)}: ${reasonOf(error)}`)
    }
  }
  try {
    const file = await keepTemporarily(record, name)
    return { file, trouble: elsewhere(wanted, failures, file) }
  } catch (error) {
    failures.push(`${os.tmpdir()}: ${reasonOf(error)}`)
  }
  return {
    file: null,
    trouble: `Cannot save the record anywhere: ${failures.join('; ')}. Free some space, and run again.`,
  }
}

/** Writes into a new folder: every user can write to the temporary one. */
async function keepTemporarily(record: RunRecord, name: string): Promise<string> {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-record-'))
  const file = join(folder, name)
  try {
    await writeRecord(file, record)
    return file
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

function elsewhere(wanted: string, failures: readonly string[], file: string): string {
  return `Cannot save the record in ${shown(wanted)}: ${failures.join('; ')}. It was saved as ${file} instead.`
}
