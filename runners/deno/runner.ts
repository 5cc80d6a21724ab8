import { versionBy, wordAndRest } from '../build-facts.ts'
import type { Command, TargetOptions } from '../command.ts'
import { indentedFlags, plainCommand, V8_VALUES, v8FlagValue } from '../flags.ts'
import type { PackagedRunner } from '../runner.ts'
import { PROFILED_V8 } from '../v8.ts'

export const deno: PackagedRunner = {
  name: 'deno',
  ...PROFILED_V8,
  declaredResolutionNs: 1,
  batchNs: 3e6,
  turnNs: 3e6,
  channel: 'pipes',
  packages: {
    'linux-x64': { name: '@deno/linux-x64-glibc', file: 'deno' },
    'linux-arm64': { name: '@deno/linux-arm64-glibc', file: 'deno' },
    'darwin-x64': { name: '@deno/darwin-x64', file: 'deno' },
    'darwin-arm64': { name: '@deno/darwin-arm64', file: 'deno' },
  },
  builtFiles: ['deno', 'target/release/deno', 'release/deno'],
  entry: new URL('entry.ts', import.meta.url),
  versionArgs: ['--version'],
  parseVersion: versionBy(/^deno (\d+\.\d+\.\d+\S*).*\nv8 (\S+)/),
  buildFacts: { args: ['--version'], factOf: wordAndRest },
  flagList: {
    commands: () => [plainCommand('run', '--v8-flags=--help', '-')],
    flagsOf: indentedFlags,
  },
  flagValues: {
    command: ({ flags, environment }) => ({
      args: ['run', '--no-config', ...v8Flags([...flags, V8_VALUES]), '-'],
      environment: { DENO_NO_UPDATE_CHECK: '1', ...environment },
    }),
    valueOf: v8FlagValue,
  },
  command: ({ entry, bundle, pipes, ...target }) =>
    isolated(target, '--no-config', entry, pipes.commands, pipes.replies, `file://${bundle}`),
  standalone: {
    ending: 'await main()',
    command: ({ file, flags, environment }) => ({
      args: ['run', '--allow-all', '--no-config', '--no-code-cache', ...v8Flags(flags), file],
      environment,
    }),
  },
  server: {
    name: 'Deno.serve',
    entry: new URL('server.ts', import.meta.url),
    portSource: 'pipe',
    command: ({ entry, app, port, ...target }) =>
      isolated(target, '--no-config', entry, port, `file://${app}`),
    // A script gets the packages that the package.json of its folder names.
    script: ({ file, args, ...target }) => isolated(target, file, ...args),
  },
}

/** Returns the command of a process that is isolated from the user's project and cache. */
function isolated({ flags, environment }: TargetOptions, ...words: readonly string[]): Command {
  return {
    args: [
      'run',
      '--allow-all',
      '--no-prompt',
      '--quiet',
      '--no-lock',
      '--no-remote',
      // Otherwise the second launch would find the compiled code of the first one.
      '--no-code-cache',
      ...v8Flags(flags),
      ...words,
    ],
    environment: { DENO_NO_UPDATE_CHECK: '1', ...environment },
  }
}

function v8Flags(flags: readonly string[]): string[] {
  return flags.length > 0 ? [`--v8-flags=${flags.join(',')}`] : []
}
