import { bareRun, DEFAULT_SECONDS } from '@steelyard/measure'
import type { TimerName } from '@steelyard/record'
import { timers } from '@steelyard/timers'
import { timeSeconds, windowSeconds } from '../durations.ts'
import { flag, type Given, oneOf, parsed, withInitial } from '../entry.ts'
import { percent, wholeNumber } from '../numbers.ts'
import { each, ofSteelyard, RECORDS, type SharedEntries, VERDICTS } from './commands.ts'

export const OTHER_TIMERS = Object.keys(timers) as readonly Exclude<TimerName, 'steelyard'>[]

const { rules } = bareRun()

const RULES = { group: 'how', section: 'rules', isRepeated: true } as const
const TIME = { group: 'how', section: 'time', isRepeated: true } as const

export const HOW = {
  timeSeconds: parsed('--time <time>', timeSeconds, {
    help: {
      ...each(RECORDS, 'cap on the time of each suite: 90, 90s or 2m (default: what its launches need)'),
      rerun: 'cap on the time of each suite (default: as in the record)',
      gate: 'time of the screening of all cases together (default: what its launches need)',
      bisect: `time of the whole search, without downloads and slow launches: 90, 90s or 10m (default: ${DEFAULT_SECONDS.bisect})`,
      modes: `longest time for each target: 90, 90s or 3m (default: ${DEFAULT_SECONDS.modes})`,
      timeline: 'cap on the time of the whole command: 90s, 30m or 2h (default: until nothing is missing)',
      doctor: `time of all targets together: 90, 90s or 5m (default: ${DEFAULT_SECONDS.doctor})`,
      emit: `shortest time for which its loop runs (default: ${DEFAULT_SECONDS.emit})`,
    },
    ...TIME,
  }),
  affinity: withInitial(
    oneOf('--affinity <where>', ['same-core', 'all'], {
      help: each(
        [...RECORDS, 'bisect', 'doctor'],
        'same-core: a group shares one CPU core; all: it may use every core',
      ),
      ...RULES,
    }),
    rules.affinity,
  ),
  seed: parsed('--seed <number>', wholeNumber, {
    help: each(
      [...RECORDS, 'rerun', 'gate', 'bisect', 'doctor', 'modes', 'timeline'],
      'seed of run order and core assignment (default: random, recorded)',
    ),
    group: 'how',
    section: 'rules',
  }),
  quick: flag('--quick', {
    help: each(
      RECORDS,
      'stop at the first look: verdicts for what is decided by then, estimates for the rest',
    ),
    ...TIME,
  }),
  dryRun: flag('--dry-run', {
    help: {
      ...each(RECORDS, 'show groups, launches and expected time; measure nothing'),
      rerun: 'show what would be measured and what needs --trust; start nothing that the record names',
      ...each(['doctor', 'timeline'], 'show what would be measured and for how long; measure nothing'),
    },
    group: 'how',
    section: 'output',
  }),
  metric: withInitial(
    oneOf('--metric <clock>', ['wall', 'cpu'], {
      help: each([...VERDICTS, 'gate', 'bisect'], 'clock that verdicts use'),
      ...RULES,
      refuse: ofSteelyard('measures wall time only'),
    }),
    rules.metric,
  ),
  precision: parsed('--precision <percent>', percent, {
    help: {
      ...each(VERDICTS, 'go on until every ratio is known to ± this'),
      gate: 'screen a case until its ratio is known to ± this (default: 3)',
    },
    ...RULES,
    refuse: ofSteelyard('does not compare within launches'),
  }),
  threshold: withInitial(
    parsed('--threshold <percent>', percent, {
      help: each([...VERDICTS, 'gate', 'bisect'], 'smallest difference that matters'),
      ...RULES,
      isConfigured: true,
    }),
    rules.threshold,
    String(100 * rules.threshold),
  ),
  windowSeconds: parsed('--window <time>', windowSeconds, {
    help: each(
      VERDICTS,
      'length of the timed batches of each side in a launch: 500ms or 1s (default: 250ms)',
    ),
    ...TIME,
    refuse: ofSteelyard('chooses how long it times'),
  }),
  control: flag('--control', {
    help: each(VERDICTS, 'also compare every base with a copy of itself; no verdict where the two differ'),
    ...RULES,
    refuse: ofSteelyard('does not compare within launches'),
  }),
  confine: flag('--confine', {
    help: {
      ...each(
        VERDICTS,
        'hide files, network and processes of this machine from what is measured (suites that need the network keep it)',
      ),
      rerun:
        'hide files, network and processes of this machine from what is measured (default: as in the record)',
    },
    ...RULES,
    refuse: refuseConfine,
  }),
  timer: withInitial(
    oneOf('--timer <name>', ['steelyard', ...OTHER_TIMERS], {
      help: { run: 'timer to use; third-party timers run as shipped, in 10 launches (with --quick 5)' },
      group: 'how',
      section: 'command',
    }),
    'steelyard',
  ),
  watch: flag('--watch', {
    help: { run: 'run again when a suite file, or a file that it imports, changes' },
    group: 'how',
    refuse: refuseWatch,
  }),
} as const satisfies SharedEntries

function refuseWatch({ expressions = [], json, markdown }: Given): string | null {
  if ((expressions as readonly string[]).length > 0) return '--watch follows files; leave -e or --watch out'
  return json === '-' || markdown === '-'
    ? '--watch makes many results; give --json and --markdown a file'
    : null
}

function refuseConfine(given: Given, option: string): string | null {
  const { profile, evidenceFolder } = given
  if (profile || (evidenceFolder ?? null) !== null)
    return `${option} keeps profilers away as well; leave --profile and --evidence, or ${option}, out`
  return ofSteelyard('starts its processes without confinement')(given, option)
}
