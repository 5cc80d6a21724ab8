import type { TargetRecord } from '../record.ts'

/**
 * Returns what of the target with an id stays from one release or build to the next: `node`, `node --no-opt`,
 * `node~patched`, `node~local` for a local build without a name. A trend follows it.
 *
 * Where a record has two of one line, such as two releases, each keeps its whole id: they are what is compared there.
 */
export function targetLine(id: string, targets: readonly TargetRecord[]): string {
  const target = targets.find(each => each.id === id)
  if (target === undefined) return id
  const line = lineOf(target)
  return targets.some(other => other !== target && lineOf(other) === line) ? id : line
}

function lineOf({ id, runtime, flags, environment, binary }: TargetRecord): string {
  const variables = Object.keys(environment)
    .sort()
    .map(name => `${name}=${environment[name]}`)
  return [...variables, runtime + buildLabel({ id, runtime, binary }), ...flags].join(' ')
}

function buildLabel({ id, runtime, binary }: Pick<TargetRecord, 'id' | 'runtime' | 'binary'>): string {
  if (binary.source !== 'path') return ''
  const word = id.split(' ').find(part => part.startsWith(`${runtime}~`))
  const label = word?.slice(runtime.length + 1).split('#')[0] || undefined
  return label === undefined || binary.sha256?.startsWith(label) ? '~local' : `~${label}`
}
