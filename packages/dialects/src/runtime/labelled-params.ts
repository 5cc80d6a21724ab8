import type { Params, ParamValue } from '@steelyard/harness'

/** Values of each parameter, as a file lists them. */
export type Values = Readonly<Record<string, readonly unknown[] | unknown>>

export interface Labelled {
  readonly params: Params
  /** Combinations that the filter leaves out, by their labels; none where they are too many to be listed. */
  readonly leftOut: readonly Readonly<Record<string, ParamValue>>[]
  /** Whether the filter leaves out all. */
  readonly isEmpty: boolean
  /** Returns the values that the chosen labels stand for; throws RangeError for a combination that is left out. */
  configOf(chosen: Readonly<Record<string, ParamValue>>): Record<string, unknown>
}

/**
 * Returns the parameters of a file, with labels for what is no text, number or boolean. The first values are a combination
 * that the filter lets through, where there is one.
 *
 * @param count the parameter that the schedule chooses; undefined for none. A combination passes where it does with some
 * value of it
 */
export function labelledParams(
  values: Values,
  count: string | undefined,
  filter: ((config: Record<string, unknown>) => boolean) | undefined,
): Labelled {
  const names = Object.keys(values).filter(name => name !== count)
  const listed = Object.fromEntries(names.map(name => [name, listOf(values[name])]))
  const counts = count === undefined ? [{}] : listOf(values[count]).map(value => ({ [count]: value }))
  const passes = (config: Record<string, unknown>) =>
    filter === undefined || counts.some(fixed => filter({ ...config, ...fixed }))
  const first = filter === undefined ? null : (firstWhere(listed, passes) ?? null)
  const ordered = Object.fromEntries(names.map(name => [name, withFirst(listed[name] ?? [], name, first)]))
  const labels = Object.fromEntries(names.map(name => [name, (ordered[name] ?? []).map(labelOf)]))
  return {
    params: labels,
    leftOut: filter === undefined ? [] : leftOutOf(ordered, passes),
    isEmpty: filter !== undefined && first === null,
    configOf: chosen => {
      const config = Object.fromEntries(
        names.map(name => [
          name,
          ordered[name]?.[Math.max(0, labels[name]?.indexOf(chosen[name] as ParamValue) ?? 0)],
        ]),
      )
      if (!passes(config)) throw new RangeError('its file leaves this combination out')
      return config
    },
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? value : [value]
  return list.length > 0 ? list : [undefined]
}

function withFirst(list: readonly unknown[], name: string, first: Readonly<Record<string, unknown>> | null) {
  if (first === null) return list
  return [first[name], ...list.filter(value => value !== first[name])]
}

function labelOf(value: unknown): ParamValue {
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'boolean'
      ? value
      : String(value)
}

type Listed = Readonly<Record<string, readonly unknown[]>>
type Passes = (config: Record<string, unknown>) => boolean

const MOST_TRIED = 100_000
/** A description of more would not be read; of a file that has more, each is asked when it is made. */
const MOST_LEFT_OUT = 10_000

function leftOutOf(listed: Listed, passes: Passes): Readonly<Record<string, ParamValue>>[] {
  const leftOut: Readonly<Record<string, ParamValue>>[] = []
  for (const config of combinations(listed)) {
    if (passes({ ...config })) continue
    if (leftOut.length === MOST_LEFT_OUT) return []
    const labelled = Object.entries(config).map(([name, value]) => [name, labelOf(value)])
    leftOut.push(Object.fromEntries(labelled))
  }
  return leftOut
}

function firstWhere(listed: Listed, passes: Passes): Record<string, unknown> | undefined {
  for (const config of combinations(listed)) if (passes({ ...config })) return config
  return undefined
}

/** Yields the combinations, the last parameter moving fastest. */
function* combinations(listed: Listed): Generator<Record<string, unknown>> {
  const names = Object.keys(listed)
  const sizes = names.map(name => listed[name]?.length ?? 1)
  const total = sizes.reduce((product, size) => product * size, 1)
  for (let index = 0; index < Math.min(total, MOST_TRIED); index++) {
    const config: Record<string, unknown> = {}
    let rest = index
    for (let at = names.length - 1; at >= 0; at--) {
      const size = sizes[at] ?? 1
      config[names[at] ?? ''] = listed[names[at] ?? '']?.[rest % size]
      rest = Math.floor(rest / size)
    }
    yield Object.fromEntries(names.map(name => [name, config[name]]))
  }
}
