import { basename, dirname, join, relative } from 'node:path'
import { wordAndRest } from '../build-facts.ts'
import type { Command } from '../command.ts'
import { indentedFlags, V8_VALUES, v8FlagValue } from '../flags.ts'
import type { PackagedRunner } from '../runner.ts'
import { PROFILED_V8 } from '../v8.ts'
import { configText, flagsConfigText } from './config.ts'
import { scriptText } from './script-text.ts'

export const workerd: PackagedRunner = {
  name: 'workerd',
  ...PROFILED_V8,
  // A reading of its clock, of which the fractions of a tick are made.
  declaredResolutionNs: 50,
  // A start and a stop of its clock take about two ticks of a millisecond.
  batchNs: 10e6,
  turnNs: 10e6,
  channel: 'websocket',
  packages: {
    'linux-x64': { name: '@cloudflare/workerd-linux-64', file: 'bin/workerd' },
    'linux-arm64': { name: '@cloudflare/workerd-linux-arm64', file: 'bin/workerd' },
    'darwin-x64': { name: '@cloudflare/workerd-darwin-64', file: 'bin/workerd' },
    'darwin-arm64': { name: '@cloudflare/workerd-darwin-arm64', file: 'bin/workerd' },
  },
  builtFiles: ['workerd', 'bazel-bin/src/workerd/server/workerd', 'src/workerd/server/workerd'],
  entry: new URL('entry.ts', import.meta.url),
  versionArgs: ['--version'],
  parseVersion(stdout) {
    const match = /^workerd (\d{4})-(\d{2})-(\d{2})/.exec(stdout)
    return match ? { version: `1.${match[1]}${match[2]}${match[3]}`, engineVersion: null } : null
  },
  buildFacts: { args: ['--version'], factOf: wordAndRest },
  flagList: {
    commands: folder => [configured('serve', join(folder, 'flags.capnp'), flagsConfigText(['--help']))],
    flagsOf: indentedFlags,
  },
  flagValues: {
    command: ({ flags, folder }) =>
      configured('serve', join(folder, 'values.capnp'), flagsConfigText([...flags, V8_VALUES])),
    valueOf: v8FlagValue,
  },
  compatibilityDate(version) {
    const match = /^1\.(\d{4})(\d{2})(\d{2})/.exec(version)
    return match ? `${match[1]}-${match[2]}-${match[3]}` : null
  },
  command({ entry, bundle, script, pipes, isInspected, isOffline, ...target }) {
    const config = `${pipes.commands}.capnp`
    // Embedded files are found relative to the file that names them.
    const embedded = (file: string) => relative(dirname(config), file)
    const text = configText({
      ...target,
      modules: { 'entry.mjs': embedded(entry), 'bundle.mjs': embedded(bundle) },
      script: script && embedded(script),
      // Compressing each reply would add work that belongs to no case.
      compatibilityFlags: ['no_web_socket_compression'],
      network: isOffline ? 'none' : undefined,
    })
    const inspector = isInspected ? ['--inspector-addr=127.0.0.1:0'] : []
    // The control descriptor reports the port once the socket listens.
    return configured('serve', config, text, '--control-fd=3', ...inspector)
  },
  scriptText,
  standalone: {
    ending: 'export default { test: main }',
    command({ file, script, ...target }) {
      const modules = { 'main.mjs': basename(file) }
      const text = configText({ ...target, modules, script: script && basename(script) })
      return configured('test', `${file}.capnp`, text)
    },
  },
  server: {
    name: 'the socket of workerd',
    entry: null,
    portSource: 'control',
    script: null,
    command({ app, port, ...target }) {
      const config = `${port}.capnp`
      const modules = { 'main.mjs': relative(dirname(config), app) }
      const text = configText({ ...target, modules, network: 'loopback' })
      return configured('serve', config, text, '--control-fd=3')
    },
  },
}

/** Returns the command that has workerd read a configuration from the file `config`. */
function configured(verb: string, config: string, text: string, ...words: readonly string[]): Command {
  return { args: [verb, config, ...words], environment: {}, files: { [config]: text } }
}
