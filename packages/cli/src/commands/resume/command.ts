import { UsageError } from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import { counted } from '@steelyard/text'
import { type AddCommand, defineCommand } from '../../options/define-command.ts'
import { flag } from '../../options/entry.ts'
import type { Invocation } from '../../options/invocation.ts'
import { stderr } from '../../output/streams.ts'
import { REPORT_ONLY } from '../../process/early-end.ts'
import { goOnWith, takeNewestJournal, withWayOut } from '../../process/run-journal.ts'

/** @param read reads the command line of the run that was cut short */
export function resumeCommand(read: (command: readonly string[]) => Invocation): AddCommand {
  return defineCommand({
    name: 'resume',
    description: 'go on with the last run that was killed or interrupted',
    options: {
      report: flag('--report', { help: 'save what it had measured as a record, without measuring more' }),
    },
    asked: given => given,
    async execute({ report }) {
      const ending = new AbortController()
      const onEnd = report ? () => ending.abort(REPORT_ONLY) : null
      // Only journals of the own cache are resumed: a command line of anyone else could run anything.
      const journal = takeNewestJournal(onEnd)
      const { head, size } = journal
      const words = head.command.map(shellQuoted)
      stderr.say(
        `Resuming ${words.join(' ')}, begun at ${head.startedAt}: ${counted(size, 'measurement')} done.\n`,
      )
      goOnWith({ journal, ended: ending.signal })
      try {
        return await read(head.command).execute(head.command)
      } catch (error) {
        throw error instanceof UsageError ? withWayOut(error, journal.file) : error
      }
    },
  })
}
