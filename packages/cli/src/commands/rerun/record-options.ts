import { BARE_RUN, type RunOptions } from '@steelyard/measure'
import { visibleText } from '../../output/visible-text.ts'

/**
 * What an option of a record may do: `judged` may start something, and is looked at before it does; `taken` only says
 * how is measured; `left` is the user's alone, whatever the record says. An option that is not here does not compile.
 */
const ROLES: Readonly<Record<keyof RunOptions, 'judged' | 'taken' | 'left'>> = {
  suites: 'judged',
  runtimes: 'judged',
  flags: 'judged',
  dialect: 'taken',
  answers: 'taken',
  cases: 'taken',
  filters: 'taken',
  tags: 'taken',
  params: 'taken',
  by: 'taken',
  metric: 'taken',
  precision: 'taken',
  threshold: 'taken',
  timeSeconds: 'taken',
  timedSeconds: 'taken',
  isDefaultTime: 'taken',
  affinity: 'taken',
  quick: 'taken',
  control: 'taken',
  memory: 'taken',
  usage: 'taken',
  tiers: 'taken',
  allocations: 'taken',
  profile: 'taken',
  budgetNs: 'taken',
  verbose: 'taken',
  failOn: 'taken',
  timers: 'taken',
  compare: 'taken',
  seed: 'left',
  batchFactors: 'left',
  graceSeconds: 'left',
  stopping: 'left',
  launches: 'left',
  dryRun: 'left',
  json: 'left',
  markdown: 'left',
  out: 'left',
  save: 'left',
  repeats: 'left',
}

/** Returns what of the options that a record's command asks for may take effect: no place that it writes to. */
export function optionsOfRecord(asked: RunOptions): RunOptions {
  const allowed = Object.entries(asked).filter(
    ([name]) => Object.hasOwn(ROLES, name) && ROLES[name as keyof RunOptions] !== 'left',
  )
  const options: RunOptions = { ...BARE_RUN, ...Object.fromEntries(allowed) }
  return { ...options, compare: options.compare && { ...options.compare, evidenceFolder: null } }
}

/** Returns the places that a record's command writes to, as options, for people: none of them is written to. */
export function placesLeftOut({ json, markdown, out, compare }: RunOptions, usualOut: string): string[] {
  const places = [
    ['--json', json],
    ['--markdown', markdown],
    ['--out', out === usualOut ? null : out],
    ['--evidence', compare?.evidenceFolder ?? null],
  ] as const
  return places.flatMap(([option, place]) => (place === null ? [] : [`${option} ${visibleText(place)}`]))
}
