import { dialects } from '@steelyard/dialects'
import { flag, type Given, list, oneOf, required, text, withInitial } from '../entry.ts'
import { each, ONE_CASE, RECORDS, type SharedEntries, VERDICTS } from './commands.ts'

const SELECTION = { group: 'what', section: 'selection', isRepeated: true } as const
const ASKED = { group: 'what', section: 'command' } as const
const SIDE = { ...ASKED, isTarget: true } as const

export const WHAT = {
  expressions: list('-e, --expression <js>', {
    help: each([...VERDICTS, ...ONE_CASE], 'expression to measure instead of a suite; repeatable'),
    ...ASKED,
  }),
  setup: list('--setup <js>', {
    help: each([...VERDICTS, ...ONE_CASE], 'statements and imports that the expressions use; not timed'),
    ...ASKED,
    refuse: ({ expressions = [] }: Given) =>
      (expressions as readonly string[]).length > 0
        ? null
        : '--setup belongs to expressions; add -e <expression>',
  }),
  suites: list('--suites <folder>', {
    help: each(
      [...RECORDS, ...ONE_CASE, 'gate', 'list', 'timeline'],
      'folder of suites that can be given by name; repeatable',
    ),
    ...ASKED,
    isConfigured: true,
  }),
  runtimes: list('--runtime <target>', {
    help: each(
      ['run', 'agree', 'doctor', 'coverage', 'modes'],
      'target to measure; repeatable (default: node, deno, bun, workerd)',
    ),
    ...SELECTION,
    isConfigured: true,
    isTarget: true,
  }),
  base: required(
    text('--base <target>', {
      help: each(['compare', 'gate'], 'target that the heads are compared with'),
      ...SIDE,
    }),
  ),
  heads: list('--head <target>', {
    help: { compare: 'target to judge; repeatable (at least one)' },
    ...SIDE,
  }),
  attribute: flag('--attribute', {
    help: { compare: 'measure what each flag of the head does, alone and added to the others' },
    ...ASKED,
  }),
  baseRebuilt: text('--base-rebuilt <target>', {
    help: {
      compare: "second build of the base's source, made as the head was: shows the effect of building alone",
    },
    ...SIDE,
  }),
  by: oneOf('--by <what>', ['cases', 'targets'], {
    help: { run: 'compare only cases, or only targets (default: both, as the suite says)' },
    ...SELECTION,
  }),
  dialect: oneOf(
    '--dialect <name>',
    dialects.map(({ name }) => name),
    {
      help: each(
        [...RECORDS, ...ONE_CASE, 'gate', 'coverage', 'list'],
        'dialect of benchmark files (default: by what a file uses)',
      ),
      ...SELECTION,
    },
  ),
  answers: withInitial(
    oneOf('--answers <what>', ['compare', 'ignore'], {
      help: each(RECORDS, 'values that benchmark files return: compare them between targets, or ignore them'),
      ...SELECTION,
    }),
    'compare',
  ),
  cases: list('--case <glob>', {
    help: {
      ...each([...RECORDS, 'gate'], 'only cases whose id matches; repeatable'),
      ...each(ONE_CASE, 'case of a suite file'),
      history: 'only pairs with a case whose id matches; repeatable',
    },
    ...SELECTION,
  }),
  tags: list('--tag <tag>', {
    help: each([...RECORDS, 'gate', 'list'], 'only suites with this tag; repeatable: with any of the tags'),
    ...SELECTION,
  }),
  params: list('--param <name=value>', {
    help: {
      ...each([...RECORDS, 'gate', 'timeline'], 'parameter value to use; repeatable, or name=all'),
      ...each(ONE_CASE, 'parameter value to use'),
      history: 'only with this parameter value; repeatable',
    },
    ...SELECTION,
  }),
  flags: list('--flags <flags>', {
    help: each(VERDICTS, 'flags for every target, "" for none; repeatable: each is compared with the first'),
    ...SELECTION,
  }),
} as const satisfies SharedEntries
