import { createRequire } from 'node:module'
import type { AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js'

const require = createRequire(import.meta.url)

const compiled = new Map<AnySchemaObject, ValidateFunction>()

/** Most commands validate one record: code that is quick to make, and not the quickest to run. */
const QUICK_TO_COMPILE = { code: { optimize: false }, inlineRefs: false }

/** Loading and compiling take a fifth of a second, which a command that validates nothing is spared. */
export function validatorOf(schema: AnySchemaObject): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, verbose: true, ...QUICK_TO_COMPILE })
  const made = ajv.compile(schema)
  compiled.set(schema, made)
  return made
}
