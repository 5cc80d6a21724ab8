import schema from '../../combination-1.schema.json' with { type: 'json' }
import type { CombinationRecord } from '../combination.ts'
import { validatorOf } from './validator-of.ts'

/** Returns a combination as the text of a file; throws a TypeError where it does not follow the schema. */
export function combinationText(combination: CombinationRecord): string {
  const matches = validatorOf(schema)
  if (!matches(combination)) {
    const faults = matches.errors?.map(({ instancePath, message }) => `data${instancePath} ${message}`) ?? []
    throw new TypeError(`Cannot write this combination: ${faults.join(', ')}.`)
  }
  return `${JSON.stringify(combination, null, 2)}\n`
}
