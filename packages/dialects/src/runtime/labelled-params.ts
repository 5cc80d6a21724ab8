import type { ParamValue } from '@steelyard/harness'

/** Values of each parameter, as a file lists them. */
export type Values = Readonly<Record<string, readonly unknown[] | unknown>>

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
  filter: ((config: Config) => boolean) | undefined,
) {
  const names = Object.keys(values).filter(name => name !== count)
  const listed = names.map(name => [name, listOf(values[name])] as const)
  const labelsOf = Object.fromEntries(listed.map(([name, list]) => [name, distinctLabels(list)]))
  const labelled = (config: Config) =>
    Object.fromEntries(names.map(name => [name, labelsOf[name]?.get(config[name]) as ParamValue]))
  const counts = count === undefined ? [{}] : listOf(values[count]).map(value => ({ [count]: value }))
  const passes = (config: Config) =>
    filter === undefined || counts.some(fixed => filter({ ...config, ...fixed }))
  const tried = filter === undefined ? [] : combinations(listed)
  const left = tried.filter(config => !passes(config))
  const leftOut = new Set(left)
  const first = tried.find(config => !leftOut.has(config))
  const ordered = listed.map(([name, list]) => {
    const chosen = first ? [first[name], ...list.filter(value => value !== first[name])] : list
    return { name, chosen, labels: chosen.map(value => labelsOf[name]?.get(value) as ParamValue) }
  })
  return {
    params: Object.fromEntries(ordered.map(({ name, labels }) => [name, labels])),
    /** Combinations that the filter leaves out, by their labels; none where they are too many to be listed. */
    leftOut: left.length > MOST_LEFT_OUT ? [] : left.map(labelled),
    /** Whether the filter leaves out all. */
    isEmpty: filter !== undefined && first === undefined,
    /** Returns the values that the chosen labels stand for; throws RangeError for one that is not there, or left out. */
    configOf(given: Readonly<Record<string, ParamValue>>) {
      const config: Config = Object.fromEntries(
        ordered.map(({ name, chosen, labels }) => [name, chosen[indexOf(name, labels, given[name])]]),
      )
      if (!passes(config)) throw new RangeError('its file leaves this combination out')
      return config
    },
  }
}

/** A file may list other values on another target: the first one in place of them would have their name. */
function indexOf(name: string, labels: readonly ParamValue[], given: ParamValue | undefined): number {
  // A parameter that the dialect has taken over is not among those chosen.
  if (given === undefined) return 0
  const index = labels.indexOf(given)
  if (index < 0) throw new RangeError(`its file has no value ${given} of ${name} on this target`)
  return index
}

type Config = Record<string, unknown>

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? Array.from(new Set(value)) : [value]
  return list.length > 0 ? list : [undefined]
}

function labelOf(value: unknown): ParamValue {
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  return isPlain ? value : String(value)
}

/** Of values that read alike, such as two objects, the second is `#2`: one would be measured under the name of the other. */
function distinctLabels(list: readonly unknown[]): ReadonlyMap<unknown, ParamValue> {
  const labels = new Map<unknown, ParamValue>()
  const taken = new Set<string>()
  for (const value of list) {
    let label = labelOf(value)
    for (let count = 2; taken.has(String(label)); count++) label = `${labelOf(value)} #${count}`
    labels.set(value, label)
    taken.add(String(label))
  }
  return labels
}

const MOST_TRIED = 100_000
/** A description of more would not be read; of a file that has more, each is asked when it is made. */
const MOST_LEFT_OUT = 10_000

/** Returns the combinations, the last parameter moving fastest. */
function combinations(listed: readonly (readonly [string, readonly unknown[]])[]): Config[] {
  return listed.reduce<Config[]>(
    (all, [name, list]) =>
      all.flatMap(one => list.map(value => ({ ...one, [name]: value }))).slice(0, MOST_TRIED),
    [{}],
  )
}
