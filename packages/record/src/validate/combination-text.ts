import { createRequire } from 'node:module'
import schema from '../../combination-1.schema.json' with { type: 'json' }
import type { CombinationRecord } from '../combination.ts'

const require = createRequire(import.meta.url)

/**
 * Returns a combination as the text of a file.
 *
 * @throws TypeError where it does not follow the published schema: a fault of this program
 */
export function combinationText(combination: CombinationRecord): string {
  // Loaded and compiled here: no other command needs it.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  if (!ajv.validate(schema, combination)) {
    throw new TypeError(`Cannot write this combination: ${ajv.errorsText()}.`)
  }
  return `${JSON.stringify(combination, null, 2)}\n`
}
