import type { Params, ParamValue } from '@steelyard/harness'

/** Values of each parameter, as a file lists them. */
export type Values = Readonly<Record<string, readonly unknown[] | unknown>>

export interface Labelled {
  readonly params: Params
  /** Returns the values that the chosen labels stand for. */
  configOf(chosen: Readonly<Record<string, ParamValue>>): Record<string, unknown>
}

/**
 * Returns the parameters of a file, with labels for what is no text, number or boolean. The first values are a combination
 * that the filter lets through, where there is one.
 *
 * @param count the parameter that the schedule chooses; undefined for none
 */
export function labelledParams(
  values: Values,
  count: string | undefined,
  filter: ((config: Record<string, unknown>) => boolean) | undefined,
): Labelled {
  const names = Object.keys(values).filter(name => name !== count)
  const listed = Object.fromEntries(names.map(name => [name, listOf(values[name])]))
  const first =
    filter === undefined ? null : firstPassing(listed, count === undefined ? {} : { [count]: 1 }, filter)
  const ordered = Object.fromEntries(names.map(name => [name, withFirst(listed[name] ?? [], name, first)]))
  const labels = Object.fromEntries(names.map(name => [name, (ordered[name] ?? []).map(labelOf)]))
  return {
    params: labels,
    configOf: chosen =>
      Object.fromEntries(
        names.map(name => [
          name,
          ordered[name]?.[Math.max(0, labels[name]?.indexOf(chosen[name] as ParamValue) ?? 0)],
        ]),
      ),
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

const MOST_TRIED = 100_000

function firstPassing(
  listed: Readonly<Record<string, readonly unknown[]>>,
  fixed: Record<string, unknown>,
  filter: (config: Record<string, unknown>) => boolean,
): Record<string, unknown> | null {
  const names = Object.keys(listed)
  const sizes = names.map(name => listed[name]?.length ?? 1)
  const total = sizes.reduce((product, size) => product * size, 1)
  for (let index = 0; index < Math.min(total, MOST_TRIED); index++) {
    const config: Record<string, unknown> = { ...fixed }
    let rest = index
    for (let at = names.length - 1; at >= 0; at--) {
      const size = sizes[at] ?? 1
      config[names[at] ?? ''] = listed[names[at] ?? '']?.[rest % size]
      rest = Math.floor(rest / size)
    }
    if (filter(config)) return config
  }
  return null
}
