import { ALL } from '@steelyard/measure'
import { defineCommand } from '../../options/define-command.ts'
import { flag } from '../../options/entry.ts'
import { ownSuites, withOwnSuites } from '../../options/own-suites.ts'
import { optionsOf } from '../../options/table.ts'
import { stdout } from '../../output/streams.ts'
import { sayAll } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { listingText, listSuites } from './list.ts'

const OPTIONS = { ...optionsOf('list'), json: flag('--json', { help: 'print JSON' }) } as const

export const addListCommand = defineCommand({
  name: 'list',
  description: 'list all suites, or the named ones, with question, cases and parameters',
  words: { '[suites...]': 'suites, suite files or benchmark files' },
  options: OPTIONS,
  asked({ suites: folders, ...given }, words) {
    const isAll = words.length === 0 && folders.length > 0
    const suites = isAll ? [...ownSuites(folders).values(), ALL] : withOwnSuites(words, folders)
    return { ...given, suites, withCode: words.length > 0 }
  },
  async execute({ suites, dialect, tags, withCode, json }) {
    const listing = await untilInterrupted(signal => listSuites(suites, dialect, tags, signal))
    if (listing === null) return EXIT.interrupted
    if (json) await stdout.give(`${JSON.stringify(listing.suites, null, 2)}\n`)
    else stdout.say(`${listingText(listing, withCode)}\n`)
    sayAll(listing.errors)
    return listing.errors.length > 0 ? EXIT.failed : EXIT.done
  },
})
