import { type Command, InvalidArgumentError } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { parsed } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { RESULTS } from '../../options/table/results.ts'
import type { ServeOptions } from './serve.ts'

export function addServeCommand(program: Command, select: Select): void {
  const command = program
    .command('serve')
    .description('show a folder of records in the browser, and follow it')
    .usage('[folder] [options]')
    .argument('[folder]', `records (default: ${RESULTS})`)
  const given = addOptions(command, {
    port: parsed('--port <number>', port, {
      help: 'port; only this machine reaches it (default: a free one)',
    }),
  })
  command.action((folder: string | undefined) => {
    const options: ServeOptions = { folder: folder ?? null, port: given().port ?? 0 }
    // What draws takes a third of a second to load, which no other command needs.
    const execute = async () => (await import('./serve.ts')).serveUntilInterrupted(options)
    select({ command: 'serve', options, execute })
  })
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535.')
  return number
}
