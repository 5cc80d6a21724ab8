import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { shellQuoted } from '@steelyard/report'
import { NAME, PROGRAM } from '@steelyard/text'
import { CommanderError } from 'commander'
import { withOptions } from '../../config/with-config.ts'
import { type AddCommand, defineCommand } from '../../options/define-command.ts'
import { flag, list, type ValuesOf } from '../../options/entry.ts'
import type { Invocation } from '../../options/invocation.ts'
import { type RunCommandOptions, randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { recordIn } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { visibleLines } from '../../output/visible-text.ts'
import { peopleOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { carryOutRun, type ShowMore } from '../run/carry-out-run.ts'
import { askTrust, listText } from './ask-trust.ts'
import { dryRepetitionText } from './dry-repetition.ts'
import { placesLeftOut } from './places-left-out.ts'
import { planRepetition, type ReadRun } from './repeat.ts'
import { untrustedIn } from './untrusted.ts'

const OPTIONS = {
  paths: list('--path <build>=<path>', {
    help: 'path of a local build of the record, e.g. node~1a2b3c4d=./node; repeatable',
  }),
  trust: flag('--trust', { help: 'start everything that the record names, without a question: see below' }),
  ...optionsOf('rerun'),
} as const

type RerunValues = ValuesOf<typeof OPTIONS>

/** @param read reads a whole command line: that of the record */
export function rerunCommand(read: (args: readonly string[]) => Invocation): AddCommand {
  return defineCommand({
    name: 'rerun',
    description: 'repeat a run or a comparison with a new seed and new launches, and compare both',
    words: { '<record>': 'file of a record' },
    options: OPTIONS,
    help: `
A record can come from anyone, so rerun does not trust it. It measures only
these without a question: built-in suites, and pinned and published versions.
It shows everything else word for word: suite files, flags, environment
variables. Those need --trust, or a yes at a terminal. It writes to no path
that the record names, and starts a local binary only if --path gives its path.`,
    asked: (given, [file = '']) => ({ ...given, file }),
    async execute({ file, ...given }, args) {
      try {
        return await rerun(file, given, readRunWith(read), args)
      } catch (error) {
        // The message quotes the record.
        if (error instanceof UsageError) throw new UsageError(visibleLines(error.message))
        throw error
      }
    },
  })
}

async function rerun(
  file: string,
  given: RerunValues,
  read: ReadRun,
  resumedBy: readonly string[],
): Promise<number> {
  const record = await recordIn(file)
  const places = placesOf(given.paths)
  const { args, options, asked } = await planRepetition(record, places, read)
  const wanted = asAsked(options, given)
  const left = placesLeftOut(asked.output)
  if (left.length > 0) stderr.say(`Left out of the record's command: ${left.join(', ')}\n`)
  const untrusted = untrustedIn(wanted.selection, Array.from(places.values()))
  if (wanted.output.dryRun) return dryRerun(wanted, untrusted)
  if (!given.trust) await askTrust(untrusted)
  else if (untrusted.length > 0) {
    stderr.say(`Trusted, as --trust says:\n${listText(untrusted)}\n`)
  }
  const isNew = wanted.rules.confine && !options.rules.confine
  const command = isNew ? withOptions(args, ['--confine']) : args
  const showMore: ShowMore = async (again, saved, people) => {
    people.say(combineText(again, [file, saved ?? given.json ?? '-']))
  }
  // A resumption that read the record's own command would write to its paths.
  return carryOutRun(wanted, command, showMore, { resumedBy })
}

/** The command that combines both records; nothing where the new one is no file, or has nothing to combine. */
function combineText({ comparisons, status }: RunRecord, files: readonly string[]): string {
  const isCombinable = status === 'complete' && comparisons.some(({ paired }) => paired)
  if (!isCombinable || files.includes('-')) return ''
  return `To combine both: ${PROGRAM} combine ${files.map(each => shellQuoted(shown(each))).join(' ')}\n`
}

async function dryRerun(options: RunCommandOptions, untrusted: readonly string[]): Promise<number> {
  const people = peopleOf(options.output.json, options.output.markdown)
  return untilInterrupted(async signal => {
    const text = await dryRepetitionText(options, untrusted, signal)
    if (text === null) return EXIT.interrupted
    people.show(`${text}\n`)
    return EXIT.done
  })
}

function asAsked(options: RunCommandOptions, given: RerunValues): RunCommandOptions {
  const { timeSeconds, seed, confine, paths: _, trust: __, ...output } = given
  if (output.evidenceFolder !== null && !options.selection.compare?.evidence) {
    throw new UsageError(
      `Cannot write evidence: the record was not made as evidence. Use '${NAME} compare' with --evidence.`,
    )
  }
  if (confine && (options.probes.profile || options.selection.compare?.evidence)) {
    throw new UsageError(
      'Cannot confine it: --confine keeps profilers away, which the record had. Leave --confine out.',
    )
  }
  return {
    ...options,
    rules: { ...options.rules, seed: seed ?? randomSeed(), confine: options.rules.confine || confine },
    time: { ...options.time, timeSeconds: timeSeconds ?? options.time.timeSeconds },
    output: { ...options.output, ...output },
  }
}

/** @throws UsageError for one without a name or a path */
function placesOf(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map(word => {
      const [, name, path] = /^([^=]+)=(.+)$/s.exec(word) ?? []
      if (name === undefined || path === undefined) {
        throw new UsageError(`Cannot read --path ${word}. Write the name of a build, =, and its path.`)
      }
      return [name, path]
    }),
  )
}

function readRunWith(read: (args: readonly string[]) => Invocation): ReadRun {
  return args => {
    try {
      const { command, options } = read(args)
      return command === 'run' || command === 'compare' ? (options as RunCommandOptions) : null
    } catch (error) {
      // A command of an earlier version, which this one does not know.
      if (error instanceof CommanderError) return null
      throw error
    }
  }
}
