import { FleetError } from './fleet-error.ts'

const FACTS = ['cpu', 'platform'] as const

/** What a machine must be: one of the values, or something that begins with it and a hyphen. */
export interface Condition {
  readonly fact: (typeof FACTS)[number]
  readonly values: readonly string[]
}

/** Reads conditions such as `cpu=zen4|zen5,platform=linux-x64`: all hold. FleetError names what could not be read. */
export function readConditions(text: string): Condition[] {
  return text.split(',').map(part => {
    const [, fact = '', values = ''] = /^\s*([a-z]+)\s*=\s*([\w.+|-]+)\s*$/i.exec(part) ?? []
    const known = FACTS.find(name => name === fact)
    const wanted = values.split('|')
    if (known === undefined || wanted.some(value => value === '')) {
      throw new FleetError(
        `Cannot read the condition '${part.trim()}'. Write cpu=zen4|zen5 or platform=linux-x64, with a comma between two.`,
      )
    }
    return { fact: known, values: wanted }
  })
}
