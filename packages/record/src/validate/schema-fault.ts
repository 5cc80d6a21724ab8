import type { DefinedError } from 'ajv/dist/2020.js'
import schema from '../../run-2.schema.json' with { type: 'json' }
import { excerpt } from './excerpt.ts'
import { validatorOf } from './validator-of.ts'

/** Returns how a value departs from the schema, e.g. `seed is "1", expected integer`; null when it fits. */
export function schemaFault(value: unknown): string | null {
  const matches = validatorOf(schema)
  if (matches(value)) return null
  const errors = (matches.errors ?? []) as DefinedError[]
  const deepest = Math.max(...errors.map(error => depth(error.instancePath)))
  const causes = errors.filter(error => depth(error.instancePath) === deepest && error.keyword !== 'anyOf')
  const [first] = causes
  if (first === undefined) return 'the record does not follow the schema'
  const path = fieldPath(first.instancePath)
  if (first.keyword === 'required') {
    const owner = first.instancePath === '' ? '' : `${path}.`
    return `${owner}${first.params.missingProperty} is missing`
  }
  return `${path} is ${excerpt(first.data)}, expected ${causes.map(expectation).join(' or ')}`
}

/** A choice of shapes reports one error for each: the deepest ones show what the writer meant. */
function depth(instancePath: string): number {
  return instancePath.split('/').length
}

/** Turns `/results/0/wallNs` into `results[0].wallNs`. */
function fieldPath(instancePath: string): string {
  if (instancePath === '') return 'the record'
  const steps = instancePath
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps
    .map(step => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

function expectation(error: DefinedError): string {
  switch (error.keyword) {
    case 'type':
      return [error.params.type].flat().join(' or ')
    case 'const':
      return JSON.stringify(error.params.allowedValue)
    case 'enum':
      return `one of ${error.params.allowedValues.map(allowed => JSON.stringify(allowed)).join(', ')}`
    case 'pattern':
      return `text that matches ${error.params.pattern}`
    case 'minLength':
      return 'text that is not empty'
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `a number ${error.params.comparison} ${error.params.limit}`
    default:
      return `a value that ${error.message ?? 'follows the schema'}`
  }
}
