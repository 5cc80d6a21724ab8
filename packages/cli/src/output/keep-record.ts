import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { userFolder } from '@steelyard/launcher'
import { type RunRecord, recordName, writeRecord } from '@steelyard/record'
import { reasonOf } from '../process/reason-of.ts'
import { shown } from './shown-path.ts'

/**
 * Writes a record into the wanted folder; where that cannot be done into the user's state folder, else into a new
 * temporary one. Throws nothing: a record in another folder is better than none.
 *
 * @returns its file, null when it could not be written anywhere; and a sentence when it is not in the wanted folder, else null
 */
export async function keepRecord(record: RunRecord, wanted: string) {
  const name = recordName(record)
  const failures: string[] = []
  for (const place of [wanted, userFolder('XDG_STATE_HOME', 'records'), os.tmpdir()]) {
    let made: string | null = null
    try {
      // Every user can write to the temporary folder: the record gets one in it.
      if (failures.length === 2) made = await mkdtemp(join(place, 'steelyard-record-'))
      const file = join(made ?? place, name)
      await writeRecord(file, record)
      return { file, trouble: failures.length === 0 ? null : elsewhere(wanted, failures, file) }
    } catch (error) {
      failures.push(`${shown(place)}: ${reasonOf(error)}`)
      if (made !== null) await rm(made, { recursive: true, force: true }).catch(() => {})
    }
  }
  return {
    file: null,
    trouble: `Cannot save the record anywhere: ${failures.join('; ')}. Free some space, and run again.`,
  }
}

function elsewhere(wanted: string, failures: readonly string[], file: string): string {
  return `Cannot save the record in ${shown(wanted)}: ${failures.join('; ')}. It was saved as ${file} instead.`
}
