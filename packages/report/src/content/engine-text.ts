import type { TargetRecord } from '@steelyard/record'

/** Returns the engine with its version, a commit hash shortened: `v8 14.6.202`, `jsc d6375c72affe`; nothing for an unknown one. */
export function engineText({ name, version }: TargetRecord['engine']): string {
  if (name === 'unknown') return ''
  return `${name} ${/^[0-9a-f]{40}$/.test(version) ? version.slice(0, 12) : version}`
}
