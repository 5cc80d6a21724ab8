import { EXPORT_FORMATS, exportRecords } from '@steelyard/interop'
import { defineCommand } from '../../options/define-command.ts'
import { oneOf, required, text, withInitial } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import { readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { writeFor } from '../../output/write-for.ts'
import { asUsage } from '../../process/as-usage.ts'
import { EXIT } from '../../process/exit-code.ts'

const OPTIONS = {
  format: required(
    oneOf('--format <format>', EXPORT_FORMATS, { help: 'output format, named after the tool that reads it' }),
  ),
  out: withInitial(text('--out <file>', { help: 'file to write; - for standard output' }), '-'),
} as const

export const addExportCommand = defineCommand({
  name: 'export',
  description: 'convert records to the format of another tool',
  usage: '[record…] --format <format> [options]',
  words: { '[records...]': `records (default: the newest in ${RESULTS})` },
  options: OPTIONS,
  asked: (given, records) => ({ ...given, records }),
  async execute({ records: files, format, out }) {
    const records = (await readRecords(files, RESULTS)).map(({ record }) => record)
    const { text: content, leftOut } = asUsage([RangeError], () => exportRecords(records, format))
    if (leftOut.length > 0) {
      stderr.say(`Left out, because they did not succeed: ${leftOut.join('; ')}\n`)
    }
    if (out === '-') {
      // Piece by piece: all samples of many records would not fit in one string.
      for (const piece of content) if (!(await stdout.give(piece))) break
    } else {
      await writeFor('--out', out, () => content)
      stdout.say(`Wrote ${shown(out)}\n`)
    }
    return EXIT.done
  },
})
