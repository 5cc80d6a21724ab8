import { readFileSync } from 'node:fs'
import { versionBy } from '../build-facts.ts'
import { plainCommand } from '../flags.ts'
import type { Runner } from '../runner.ts'
import { shellRunner } from '../shells/shell.ts'
import { contenderScript } from './script.ts'

/** The shell reads nothing while a script runs, and it does not optimise the input of its prompt. */
export const hermes: Runner = {
  ...shellRunner({
    name: 'hermes',
    engineName: 'hermes',
    // A reading of its clock, of which the fractions of a tick are made.
    declaredResolutionNs: 50,
    builtFiles: ['bin/hermes', 'build/bin/hermes', 'build_release/bin/hermes'],
    versionArgs: ['-version'],
    parseVersion: versionBy(/Hermes release version: (\S+)/),
    flagList: {
      commands: () => [plainCommand('-help')],
      flagsOf: line => /^\s+(-[\w-]+)/.exec(line)?.slice(1) ?? null,
    },
    standalone: { now: '() => Date.now()', print: 'line => print(line)' },
    // Hermes warns of every global.
    words: (flags, file) => [...flags, '-w', file],
    // They have no classes, and one scope for all the blocks of a function.
    isOld: version => /^0\./.test(version),
  }),
  // Two ticks of a millisecond.
  batchNs: 10e6,
  turnNs: 10e6,
  channel: 'bytecode',
  entry: new URL('entry.ts', import.meta.url),
  command({ entry, bundle, flags, environment, pipes }) {
    const script = `${pipes.commands}.js`
    const bytecode = `${pipes.commands}.hbc`
    const text = contenderScript(readFileSync(entry, 'utf8'), readFileSync(bundle, 'utf8'))
    return {
      args: [...flags, '-b', bytecode],
      environment,
      files: { [script]: text },
      compileArgs: [...flags, '-emit-binary', '-out', bytecode, script],
      bytecode,
    }
  },
}
