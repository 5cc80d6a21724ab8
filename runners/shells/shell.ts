import { readFileSync } from 'node:fs'
import { type FlagList, indentedFlags, plainCommand } from '../flags.ts'
import type { CommandOptions, NativeServer, Runner, ShellName, Standalone } from '../runner.ts'

/** A suite of servers is unsupported on shells before any is started. */
const NO_SERVER: NativeServer = {
  name: 'none',
  entry: null,
  portSource: 'pipe',
  script: null,
  command() {
    throw new Error('a shell has no server')
  },
}

/** The import of a module that only runtimes have, as esbuild writes it. */
const MODULE = /^(?:import|export)\b[^("'\n]*["']((?:node|bun|cloudflare):[^"'\n]+)["']/m

/** How a shell differs from the others. */
export interface Shell
  extends Pick<
      Runner,
      | 'engineName'
      | 'declaredResolutionNs'
      | 'builtFiles'
      | 'versionArgs'
      | 'versionExitCode'
      | 'engineLibrary'
      | 'parseVersion'
    >,
    Partial<Pick<Runner, 'flagValues' | 'engineLog' | 'heapTrace' | 'isOld' | 'isFlag'>> {
  readonly name: ShellName
  readonly standalone: Pick<Standalone, 'now' | 'print'>
  /** Default: what `--help` prints, indented. */
  readonly flagList?: Partial<FlagList>
  /** Returns the words that run a script, with arguments for it. */
  words(flags: readonly string[], file: string, ...args: readonly string[]): readonly string[]
}

/**
 * Returns the runner of a shell that reads lines of its standard input. It has no package and no server, and only what the
 * language itself has: no web APIs and no modules of Node.
 */
export function shellRunner({ words, standalone, flagList, ...shell }: Shell): Runner {
  return {
    isFlag: word => word.startsWith('-'),
    ...shell,
    batchNs: 3e6,
    turnNs: 3e6,
    channel: 'streams',
    packages: {},
    server: NO_SERVER,
    flagList: { commands: () => [plainCommand('--help')], flagsOf: indentedFlags, ...flagList },
    entry: new URL('entry.ts', import.meta.url),
    command({ entry, bundle, flags, environment }: CommandOptions) {
      const module = MODULE.exec(readFileSync(bundle, 'utf8'))?.[1]
      if (module !== undefined)
        throw new SyntaxError(`needs the module ${module}, which this shell does not have`)
      return { args: words(flags, entry, bundle), environment }
    },
    standalone: {
      // A script: not every shell awaits a module.
      ending: `main().catch(error => { print(String(error)); throw error })`,
      extension: 'js',
      ...standalone,
      command: ({ file, flags, environment }) => ({ args: words(flags, file), environment }),
    },
  }
}
