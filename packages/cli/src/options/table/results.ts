import { milliseconds } from '../durations.ts'
import { flag, type Given, negated, oneOf, parsed, text, withInitial } from '../entry.ts'
import { each, ofSteelyard, RECORDS, type SharedEntries, VERDICTS } from './commands.ts'

/** Relative to the working directory. */
export const RESULTS = 'results/local'

const DESTINATION = { group: 'results', section: 'output' } as const
const PROBE = { group: 'results', section: 'probes', isRepeated: true } as const

export const OUTCOME = {
  json: text('--json <file>', {
    help: each(
      [...RECORDS, 'rerun', 'gate', 'coverage', 'bisect', 'modes', 'doctor', 'history', 'combine'],
      'also write the result as JSON; - for standard output',
    ),
    ...DESTINATION,
    isFile: true,
  }),
  markdown: text('--markdown <file>', {
    help: {
      ...each(
        [...RECORDS, 'rerun', 'gate', 'coverage', 'modes', 'combine'],
        'also write Markdown; - for standard output',
      ),
      report: 'write Markdown in place of the page; - for standard output',
    },
    ...DESTINATION,
    isFile: true,
  }),
  html: text('--html <file>', {
    help: {
      ...each(['history', 'combine'], 'also write a page with charts; - for standard output'),
      timeline: 'also write a page with charts, and next to it its data as CSV and JSON',
      report: 'file for the page; - for standard output (default: next to the record)',
    },
    isFile: true,
  }),
  out: withInitial(
    text('--out <dir>', {
      help: {
        ...each([...RECORDS, 'rerun', 'gate', 'import'], 'folder for records'),
        bisect: 'folder for the journal and the records',
        emit: 'folder for the file',
        report: 'folder that is searched for the newest record',
      },
      ...DESTINATION,
    }),
    RESULTS,
  ),
  save: negated('--no-save', {
    help: {
      ...each([...RECORDS, 'rerun', 'gate'], 'do not save the record'),
      doctor: 'do not save the calibration: comparisons keep using the one they have',
    },
    ...DESTINATION,
  }),
  profile: flag('--profile', {
    help: each(
      VERDICTS,
      'profile what came out faster or slower, to show where its time goes; keep the profiles with the record',
    ),
    ...PROBE,
    refuse: ofSteelyard('gives no verdicts to explain'),
  }),
  memory: flag('--memory', {
    help: each(VERDICTS, 'report allocation and garbage collection, from side launches'),
    ...PROBE,
    refuse: ofSteelyard('makes no side launches for memory'),
  }),
  usage: flag('--usage', {
    help: each(
      VERDICTS,
      'report page faults, context switches, reads, writes and CPU time, from side launches',
    ),
    ...PROBE,
    refuse: ofSteelyard("makes no side launches for the kernel's counts"),
  }),
  tiers: flag('--tiers', {
    help: each(
      VERDICTS,
      'report which compiler each function reached and when, and deoptimisations, from side launches',
    ),
    ...PROBE,
    refuse: ofSteelyard('makes no side launches for tiers'),
  }),
  allocations: flag('--allocations', {
    help: each(VERDICTS, 'report which functions allocate how much, from side launches'),
    ...PROBE,
    refuse: ofSteelyard('makes no side launches for allocations'),
  }),
  budgetMs: parsed('--budget <ms>', milliseconds, {
    help: each(
      VERDICTS,
      'report how many calls take longer than this, for the cases that a suite times per call, else for all',
    ),
    ...PROBE,
    refuse: ofSteelyard('does not time single calls'),
  }),
  verbose: flag('--verbose', {
    help: each(VERDICTS, 'show the distribution of the samples, and where the time went'),
    ...DESTINATION,
    isRepeated: true,
  }),
  failOn: oneOf('--fail-on <verdict>', ['slower'], {
    help: each(VERDICTS, 'exit with 1 if any comparison has this verdict'),
    ...DESTINATION,
    isRepeated: true,
    refuse: ofSteelyard('gives no verdicts to fail on'),
  }),
  evidenceFolder: text('--evidence <dir>', {
    help: {
      compare: 'folder for evidence for a review: Markdown, record, chart; makes 20 launches, with a control',
      rerun: 'folder for evidence, if the record is evidence',
      combine: 'folder for evidence for a review: Markdown, records, chart',
    },
    ...DESTINATION,
    refuse: ({ quick }: Given) =>
      quick ? 'a preview is no evidence; leave --quick or --evidence out' : null,
  }),
} as const satisfies SharedEntries
