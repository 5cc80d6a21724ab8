import { fileURLToPath } from 'node:url'
import { versionBy } from '../build-facts.ts'
import type { Command, TargetOptions } from '../command.ts'
import { indentedFlags, plainCommand } from '../flags.ts'
import { JSC, jscOptionValue } from '../jsc.ts'
import type { PackagedRunner } from '../runner.ts'

const versionArgs = [fileURLToPath(new URL('version.mjs', import.meta.url))]

const JSC_OPTION = /^[A-Za-z]\w*=/

export const bun: PackagedRunner = {
  name: 'bun',
  ...JSC,
  declaredResolutionNs: 1,
  batchNs: 6e6,
  // Young objects of Bun fill 8 MB and more. Another contender's turn evicts them from the caches, and refilling takes
  // some 4 ms.
  turnNs: 24e6,
  channel: 'pipes',
  packages: {
    'linux-x64': { name: '@oven/bun-linux-x64', file: 'bin/bun' },
    'linux-arm64': { name: '@oven/bun-linux-aarch64', file: 'bin/bun' },
    'darwin-x64': { name: '@oven/bun-darwin-x64', file: 'bin/bun' },
    'darwin-arm64': { name: '@oven/bun-darwin-aarch64', file: 'bin/bun' },
  },
  builtFiles: ['bun', 'build/release/bun', 'release/bun'],
  entry: new URL('entry.ts', import.meta.url),
  versionArgs,
  parseVersion: versionBy(/^bun (\d+\.\d+\.\d+\S*) (\S+)/),
  buildFacts: { args: ['--revision'], factOf: line => (line === '' ? null : ['revision', line]) },
  isFlag: word => word.startsWith('-') || JSC_OPTION.test(word),
  flagList: {
    commands: () => [
      plainCommand('run', '--help'),
      { ...plainCommand(...versionArgs), environment: { BUN_JSC_dumpOptions: '2' } },
    ],
    flagsOf: line => {
      const option = /^ {3}(\w+)=/.exec(line)?.[1]
      return option === undefined ? indentedFlags(line) : [`${option}=`]
    },
    ignoresUnknown: flag => flag.startsWith('-'),
  },
  flagValues: {
    command: ({ flags, environment }) =>
      started({ flags, environment: { ...environment, BUN_JSC_dumpOptions: '2' } }, ...versionArgs),
    valueOf: jscOptionValue(''),
  },
  command: ({ entry, bundle, pipes, ...target }) =>
    started(target, entry, pipes.commands, pipes.replies, bundle),
  standalone: {
    ending: 'await main()',
    command: ({ file, ...target }) => started(target, file),
  },
  server: {
    name: 'Bun.serve',
    entry: new URL('server.ts', import.meta.url),
    portSource: 'pipe',
    command: ({ entry, app, port, ...target }) => started(target, entry, port, app),
    // Without --bun, Node would run a script whose first line names it.
    script: ({ file, args, flags, environment }) =>
      started({ flags: ['--bun', ...flags], environment }, file, ...args),
  },
}

/** JavaScriptCore takes its options from the environment: `useFTLJIT=0` becomes `BUN_JSC_useFTLJIT=0`. */
function started({ flags, environment }: TargetOptions, ...words: readonly string[]): Command {
  const options = flags.filter(flag => JSC_OPTION.test(flag))
  const variables = options.map(option => {
    const equals = option.indexOf('=')
    return [`BUN_JSC_${option.slice(0, equals)}`, option.slice(equals + 1)] as const
  })
  return {
    args: [...flags.filter(flag => !options.includes(flag)), ...words],
    environment: { ...environment, ...Object.fromEntries(variables) },
  }
}
