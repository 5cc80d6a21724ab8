/** Takes the place of `Deno.bench`: registers benchmarks and runs none. The rest of `Deno` is unchanged. */
import { registry } from '../runtime/registry.ts'
import { madeCase } from './context.ts'
import { type Definition, definitionOf } from './definition.ts'

const definitions: Definition[] = []

registry.finish = () => {
  const hasOnly = definitions.some(({ only }) => only)
  for (const definition of definitions) {
    const { name, group, baseline, fn } = definition
    registry.cases.push({
      path: group ? [group, name] : [name],
      isBaseline: baseline === true,
      unsupported: unsupportedOf(definition, hasOnly),
      make: () => madeCase(name, fn),
    })
  }
}

function unsupportedOf({ ignore, only, permissions }: Definition, hasOnly: boolean): string | null {
  if (ignore) return 'the file skips it'
  if (hasOnly && !only) return 'the file runs only others'
  if (permissions !== undefined && permissions !== null && permissions !== 'inherit') {
    return 'it asks for permissions of its own'
  }
  return null
}

export function steelyard$Deno$bench(...args: unknown[]): void {
  definitions.push(definitionOf(args))
}
