import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ForeignFile, IMPORT_FORMATS, importRecord } from '@steelyard/interop'
import { isExactVersion } from '@steelyard/launcher'
import { readTarget, UsageError } from '@steelyard/measure'
import { checkSize } from '@steelyard/record'
import { renderReport } from '@steelyard/report'
import { defineCommand } from '../../options/define-command.ts'
import { oneOf, text } from '../../options/entry.ts'
import { optionsOf } from '../../options/table.ts'
import { keepRecord } from '../../output/keep-record.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { asUsage } from '../../process/as-usage.ts'
import { EXIT } from '../../process/exit-code.ts'
import { reasonOf } from '../../process/reason-of.ts'
import { steelyardVersion } from '../../version.ts'

const OPTIONS = {
  format: oneOf('--format <format>', IMPORT_FORMATS, { help: 'tool that wrote the file (default: guessed)' }),
  target: text('--target <target>', {
    help: 'target it ran on, e.g. node@26.10.0, if the file does not name it',
  }),
  ...optionsOf('import'),
} as const

export const addImportCommand = defineCommand({
  name: 'import',
  description: 'convert a result of another tool to a record (without verdicts)',
  usage: '<file> [options]',
  words: { '<file>': 'file that the tool wrote' },
  options: OPTIONS,
  asked: (given, [file = '']) => ({ ...given, file }),
  async execute({ file, format, out, ...given }) {
    const target = given.target === null ? null : exactTarget(given.target)
    const found = await read(file)
    const steelyard = steelyardVersion()
    const record = asUsage([SyntaxError], () => importRecord(found, { format, target, steelyard }))
    const kept = await keepRecord(record, out)
    if (format === null) stdout.say(`${found.name} looks like ${record.foreign?.tool}.\n\n`)
    stdout.show(`${renderReport(record, stdout.style)}\n\n`)
    if (kept.file !== null) stdout.say(`Record: ${shown(kept.file)}\n`)
    if (kept.trouble !== null) stderr.say(`${kept.trouble}\n`)
    return kept.file === null ? EXIT.failed : EXIT.done
  },
})

/** @throws UsageError for one that may be another build on another day, or place */
function exactTarget(text: string): ReturnType<typeof readTarget> {
  const spec = readTarget(text)
  if (spec.version !== null && isExactVersion(spec.version)) return spec
  throw new UsageError(
    `Cannot take '${text}' for the target of these results: it names no exact version. Write one such as ${spec.runtime}@1.2.3.`,
  )
}

async function read(file: string): Promise<ForeignFile> {
  await asUsage([RangeError], () => checkSize([file]))
  try {
    const [content, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return { name: basename(file), text: content, modifiedAt: mtime }
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${reasonOf(error)}. Name a file that one of the tools wrote.`)
  }
}
