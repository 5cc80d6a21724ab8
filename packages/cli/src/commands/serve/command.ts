import { defineCommand } from '../../options/define-command.ts'
import { RESULTS } from '../../options/table/results.ts'

export const addServeCommand = defineCommand({
  name: 'serve',
  description: 'show a folder of records in the browser, and follow it',
  usage: '[folder] [options]',
  words: { '[folder]': `records (default: ${RESULTS})` },
  options: {},
  asked: (_, [folder = null]) => ({ folder }),
  // What draws takes a third of a second to load, which no other command needs.
  execute: async ({ folder }) => (await import('./serve.ts')).serveUntilInterrupted(folder),
})
