import type { RunRecord } from '../record.ts'
import { brokenReference } from './broken-reference.ts'
import { schemaFault } from './schema-fault.ts'

/**
 * Returns the value as a record when it follows the published schema and every name in it refers to something in it.
 *
 * @throws SyntaxError naming the field, what was found there and what was expected.
 */
export function validateRecord(value: unknown): RunRecord {
  const fault = recordFault(value)
  if (fault !== null) {
    throw new SyntaxError(
      `Cannot accept this record: ${fault}. Compare it with packages/record/run-2.schema.json.`,
    )
  }
  return value as RunRecord
}

/** Returns the first fault of a record, as a clause that begins with its field; null when sound. */
export function recordFault(value: unknown): string | null {
  return schemaFault(value) ?? brokenReference(value as RunRecord)
}
