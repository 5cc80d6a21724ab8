import type { DialectName } from '@steelyard/dialects'
import { LaunchError } from '@steelyard/launcher'
import { inWorkspace, suiteLabel } from '@steelyard/measure'
import type { Command } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import { askedSuite, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { collect, dialectOption, outOption } from '../../options/options.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { type EmitOptions, type Emitted, emit } from './emit.ts'

const DEFAULT_SECONDS = 3

interface RawEmitOptions {
  readonly runtime: string
  readonly dialect?: DialectName
  readonly case?: string[]
  readonly param?: string[]
  readonly time: number
  readonly out: string
}

export function addEmitCommand(program: Command, select: Select): void {
  const command = program
    .command('emit')
    .description('write one case to a standalone file, for perf, gdb, --cpu-prof or a bug report')
    .usage('<suite/case|-e expression> --runtime <target> [options]')
    .argument('[suite/case]', 'one case; of a suite file the one that --case names')
  withExpressions(command)
    .requiredOption('--runtime <target>', 'target to write the file for')
    .addOption(dialectOption())
    .option('--case <glob>', 'case of a suite file', collect)
    .option('--param <name=value>', 'parameter value to use', collect)
    .option('--time <time>', 'shortest time for which its loop runs', timeSeconds, DEFAULT_SECONDS)
    .addOption(outOption('folder for the file'))
    .action((word: string | undefined, raw: RawEmitOptions & RawExpressions) => {
      const options: EmitOptions = {
        suite: askedSuite(word, raw, command),
        runtime: raw.runtime,
        dialect: raw.dialect ?? null,
        cases: raw.case ?? [],
        params: raw.param ?? [],
        timeSeconds: raw.time,
        out: raw.out,
      }
      select({ command: 'emit', options, execute: () => execute(options) })
    })
}

async function execute(options: EmitOptions): Promise<number> {
  const { signal, dispose } = watchInterruption()
  try {
    const emitted = await inWorkspace(signal, workspace => emit(options, workspace, signal))
    if (emitted === null) return EXIT.interrupted
    stdout.say(`${emittedText(emitted, options)}\n`)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    stderr.say(`Cannot emit ${suiteLabel(options.suite)} for ${options.runtime}: it ${error.message}.\n`)
    return EXIT.failed
  } finally {
    dispose()
  }
}

function emittedText(
  { files, target, engine, command, digest }: Emitted,
  { timeSeconds }: EmitOptions,
): string {
  return `${files.map(file => `Wrote ${shown(file)}`).join('\n')}

Run it on ${target} (${engine}) with:
  ${command}
It loops for at least ${timeSeconds} s. Then it prints the iterations of its last loop, the time of one iteration,
and the digest of the output. ${digest === null ? 'Nothing that it returns can be compared.' : `The expected digest is ${digest}.`}`
}
