// Writes the types of what is kept from its published schemas: node packages/record/scripts/write-record-types.ts
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import combination from '../combination-1.schema.json' with { type: 'json' }
import run from '../run-2.schema.json' with { type: 'json' }

const SOURCES = join(import.meta.dirname, '../src')
const BIOME = join(import.meta.dirname, '../../../scripts/test-tools/node_modules/.bin/biome')
const DOC_WIDTH = 100
const KEYWORDS = [
  ...['$ref', 'anyOf', 'const', 'enum', 'type', 'properties', 'required', 'items', 'additionalProperties'],
  // These keywords say nothing of a type.
  ...['$schema', '$id', '$defs', 'title', 'description', 'pattern', 'minLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]

interface Schema {
  readonly description?: string
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema
}

/** A published schema, the name of what it describes, and the file of its types. No two have a definition of one name. */
const KINDS = {
  run: { schema: run as Kind, from: 'run-2.schema.json', file: join(SOURCES, 'record-types.ts') },
  combination: {
    schema: combination as Kind,
    from: 'combination-1.schema.json',
    file: join(SOURCES, 'combination-types.ts'),
  },
} as const

type Kind = Schema & { readonly $defs: Readonly<Record<string, Schema>> }

const definitions: Readonly<Record<string, Schema>> = { ...run.$defs, ...(combination as Kind).$defs }

/**
 * Returns the types of a kind of file as a module. What has a name in the schema has one here: properties make an
 * interface, `estimate` being `EstimateRecord`, and listed values a union, `placeKind` being `PlaceKind`.
 *
 * @throws TypeError for a keyword without a rule for its type
 */
export function recordTypes(kind: keyof typeof KINDS): string {
  const { schema, from, file } = KINDS[kind]
  const named: [string, Schema][] = [[kind, schema], ...Object.entries(schema.$defs)]
  const text = named
    .filter(([, each]) => isNamed(each))
    .map(([name, each]) =>
      each.enum === undefined
        ? `${docOf(each)}export interface ${typeName(name, each)} ${bodyOf(each, schema.$defs)}`
        : `${docOf(each)}export type ${typeName(name, each)} = ${typeOf(each)}`,
    )
    .join('\n\n')
  const head = `// Written by packages/record/scripts/write-record-types.ts from ${from}: change that, and write it again.`
  return execFileSync(BIOME, ['format', `--stdin-file-path=${file}`], {
    input: `${head}\n\n${text}\n`,
    encoding: 'utf8',
  })
}

/** A definition that has all fields of another extends it. */
function bodyOf(schema: Schema, others: Kind['$defs']): string {
  const own = fieldsOf(schema)
  const [base] = Object.entries(others)
    .map(([name, other]) => ({ name: typeName(name, other), fields: fieldsOf(other) }))
    .filter(({ fields: { length } }) => length > 0 && length < own.length)
    .filter(({ fields }) => fields.every(field => own.includes(field)))
    .toSorted((a, b) => b.fields.length - a.fields.length)
  if (base === undefined) return typeOf(schema)
  return `extends ${base.name} ${objectOf(own.filter(field => !base.fields.includes(field)))}`
}

function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).find(keyword => !KEYWORDS.includes(keyword))
  if (unknown !== undefined) throw new TypeError(`Cannot write a type: say what ${unknown} means for it.`)
  if (schema.$ref !== undefined) return typeOfReference(schema.$ref)
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ')
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values !== undefined) return values.map(value => JSON.stringify(value)).join(' | ')
  const types = [schema.type ?? []].flat()
  return types.map(type => typeNamed(type, schema)).join(' | ')
}

function typeNamed(type: string, schema: Schema): string {
  const { properties, items = {}, additionalProperties = {} } = schema
  if (type === 'integer') return 'number'
  if (type === 'array') return `readonly (${typeOf(items)})[]`
  if (type !== 'object') return type
  if (properties === undefined) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  return objectOf(fieldsOf(schema))
}

function objectOf(fields: readonly string[]): string {
  return `{\n${fields.join('\n')}\n}`
}

function fieldsOf({ properties = {}, required, additionalProperties }: Schema): string[] {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${docOf(field)}readonly ${name}${required?.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  const others = additionalProperties && `readonly [name: string]: ${typeOf(additionalProperties)}`
  return others ? [...fields, others] : fields
}

function typeOfReference(reference: string): string {
  const definition = definitionOf(reference)
  return isNamed(definition) ? typeName(nameIn(reference), definition) : typeOf(definition)
}

function definitionOf(reference: string): Schema {
  const definition = definitions[nameIn(reference)]
  if (definition === undefined) throw new TypeError(`Cannot find ${reference} in the schema.`)
  return definition
}

function nameIn(reference: string): string {
  return reference.replace('#/$defs/', '')
}

function isNamed({ properties, enum: values }: Schema): boolean {
  return properties !== undefined || values !== undefined
}

function typeName(definition: string, { properties }: Schema): string {
  return `${definition.charAt(0).toUpperCase()}${definition.slice(1)}${properties === undefined ? '' : 'Record'}`
}

/** What is of a named type has the doc of that type. */
function docOf({ $ref, description = $ref && unnamedDoc(definitionOf($ref)) }: Schema): string {
  if (description === undefined) return ''
  const lines = description.match(new RegExp(`\\S.{0,${DOC_WIDTH}}(?= |$)`, 'g')) ?? []
  return lines.length === 1
    ? `/** ${description} */\n`
    : `/**\n${lines.map(line => ` * ${line}\n`).join('')} */\n`
}

function unnamedDoc(definition: Schema): string | undefined {
  return isNamed(definition) ? undefined : definition.description
}

if (import.meta.main) {
  for (const kind of ['run', 'combination'] as const) writeFileSync(KINDS[kind].file, recordTypes(kind))
}
