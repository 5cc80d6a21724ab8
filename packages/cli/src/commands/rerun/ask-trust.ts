import { createInterface } from 'node:readline'
import { UsageError } from '@steelyard/measure'
import { terminal } from '../../output/streams.ts'

/** Where a person is asked: both are terminals if one can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/**
 * Asks the person at the terminal once whether what a record names may be started.
 *
 * @throws UsageError with all of them when the answer is no, or when no person can be asked
 */
export async function askTrust(
  untrusted: readonly string[],
  { input, output }: Terminal = terminal,
): Promise<void> {
  if (untrusted.length === 0) return
  const list = listText(untrusted)
  if (!input.isTTY || !output.isTTY) {
    throw new UsageError(
      `Cannot repeat this record without asking: it names what can run code or change files with your rights.\n${list}\nRead each line, and give --trust if you trust its author. Nothing was started.`,
    )
  }
  output.write(`This record names what can run code or change files with your rights.\n${list}\n`)
  if (await isYes({ input, output })) return
  throw new UsageError(
    'Cannot repeat this record: what it names is not trusted. Give --trust to start it. Nothing was started.',
  )
}

/** Returns lines with a number each, so that no text can pass for a line of its own. */
export function listText(lines: readonly string[]): string {
  return lines.map((line, index) => `  ${index + 1}. ${line}`).join('\n')
}

/** Ctrl-C, Ctrl-D and all but a yes are a no. */
function isYes({ input, output }: Terminal): Promise<boolean> {
  const asked = createInterface({ input, output, terminal: true, historySize: 0 })
  return new Promise(resolve => {
    asked.once('SIGINT', () => asked.close())
    const onClose = () => {
      // What is said next begins a line of its own.
      output.write('\n')
      resolve(false)
    }
    asked.once('close', onClose)
    asked.question('Start all of it? [y/N] ', answer => {
      asked.off('close', onClose).close()
      resolve(/^(?:y|yes)$/i.test(answer.trim()))
    })
  })
}
