import { InvalidArgumentError } from 'commander'
import { defineCommand } from '../../options/define-command.ts'
import { parsed } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import type { ServeOptions } from './serve.ts'

export const addServeCommand = defineCommand({
  name: 'serve',
  description: 'show a folder of records in the browser, and follow it',
  usage: '[folder] [options]',
  words: { '[folder]': `records (default: ${RESULTS})` },
  options: {
    port: parsed('--port <number>', port, {
      help: 'port; only this machine reaches it (default: a free one)',
    }),
  },
  asked: ({ port }, [folder = null]): ServeOptions => ({ folder, port: port ?? 0 }),
  // What draws takes a third of a second to load, which no other command needs.
  execute: async options => (await import('./serve.ts')).serveUntilInterrupted(options),
})

function port(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535.')
  return number
}
