import { IS_PUBLISHED, NAME } from '@steelyard/text'
import { Command, type OutputConfiguration } from 'commander'
import { addAgreeCommand } from './commands/agree/command.ts'
import { addBisectCommand } from './commands/bisect/command.ts'
import { addCompareCommand } from './commands/compare/command.ts'
import { addDoctorCommand } from './commands/doctor/command.ts'
import { addEmitCommand } from './commands/emit/command.ts'
import { addExportCommand } from './commands/export/command.ts'
import { addHistoryCommand } from './commands/history/command.ts'
import { addImportCommand } from './commands/import/command.ts'
import { addListCommand } from './commands/list/command.ts'
import { addNewCommand } from './commands/new/command.ts'
import { addPrepareCommand } from './commands/prepare/command.ts'
import { addReportCommand } from './commands/report/command.ts'
import { addRerunCommand } from './commands/rerun/command.ts'
import { addRunCommand } from './commands/run/command.ts'
import { addRuntimesCommand } from './commands/runtimes/command.ts'
import { addSqlCommand } from './commands/sql/command.ts'
import { addSweepCommand } from './commands/sweep/command.ts'
import type { Invocation } from './options/invocation.ts'
import { stderr, stdout } from './output/streams.ts'

const EXAMPLES = `
Targets: [NAME=value…] <runtime>[@<version>|=<path>] [flag…]
  node   deno   bun   workerd          the pinned builds, which are the default
  node@24.10.0   node@24   node@lts    that version, or the newest such; fetched
  deno@latest   workerd@2025-10-08     from the npm registry and kept
  node=./out/Release                   a build of your own, by its file or folder
  node~patched=./out/Release           called node~patched in what is printed
  "node --max-semi-space-size=64"      with a flag; V8's for deno and workerd too
  "bun useFTLJIT=0"                    sets BUN_JSC_useFTLJIT
  "NODE_ENV=development node"          with an environment variable

Examples:
  bench json-reviver            which forms are slow, where (about 4 minutes)
  bench json-reviver --quick    a look in about a minute: no verdicts
  bench json-reviver/arrow-2    one case, the runtimes side by side
  bench doctor                  how small a difference this machine can show
  bench compare buffer-concat --base node --head node=./out/Release/node
  bench compare trig --base node --head node=./out/Release/node --evidence ./e
  bench rerun ./e/record.json   the same again with fresh launches, side by side
  bench trig --runtime node --runtime "node --no-opt" --by targets
  bench gc-pressure --flags "" --flags "--max-semi-space-size=64" --runtime node
  bench trig --timer mitata     the same cases, timed by mitata: no verdicts
  bench agree trig/sin-small    what other timers say beside Steelyard, and why
  bench bisect json-reviver/arrow-2 --good node@22 --bad node@26   since when?
  bench sweep trig/sin-small --runtime node@20..26   one case over versions
  bench emit trig/sin-small --runtime node   a file of its own, for perf or gdb
  bench runtimes                which fetched versions are kept, and their size
  bench prepare ssr-apps        make the apps that this suite needs, once
  bench report                  a page with pictures of the newest record
  bench export --format benchstat   the newest record, for benchstat and others
  bench import deno.json        what another tool found, as a record
  bench history json-reviver    its ratios over all records, and where they changed
  bench sql "select suite, count(*) from samples group by suite"
  bench new array-copy          a suite that runs, to be made into your question
  bench ./my.bench.ts           a suite file of your own

Exit codes: 0 done, inconclusive and unsupported included; 1 a case failed,
crashed or timed out, --fail-on was met, or a result could not be written;
2 something in the command cannot be done; 130 interrupted, what was measured is kept.`

/** Prints nothing: for a command line that somebody else has written. */
export const SILENT: OutputConfiguration = { writeOut() {}, writeErr() {} }

/** Reads the command line. Throws a CommanderError after it has printed help or a mistake. */
export function readCommandLine(args: readonly string[], output: OutputConfiguration = {}): Invocation {
  let request: Invocation | undefined
  const select = (chosen: Invocation) => {
    request = chosen
  }
  const program = new Command(NAME)
    .description(
      'Weighs JavaScript runtimes: times one case inside Node, Deno, Bun and workerd, on the same core.',
    )
    .helpOption('-h, --help', 'show this help')
    .configureOutput({ writeOut: text => stdout.say(text), writeErr: text => stderr.say(text) })
    .helpCommand(false)
    // What stands after a subcommand is the subcommand's, though the names are the same.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see what there is.')
    .addHelpText('after', IS_PUBLISHED ? EXAMPLES.replaceAll(/^ {2}bench /gm, `  ${NAME} `) : EXAMPLES)
    .exitOverride()
    .configureOutput(output)
  addRunCommand(program, select)
  addCompareCommand(program, select)
  addBisectCommand(program, select)
  addSweepCommand(program, select)
  addAgreeCommand(program, select)
  addDoctorCommand(program, select)
  addEmitCommand(program, select)
  addListCommand(program, select)
  addRerunCommand(program, select, ofRecord => readCommandLine(ofRecord, SILENT))
  addNewCommand(program, select)
  addPrepareCommand(program, select)
  addRuntimesCommand(program, select)
  addReportCommand(program, select)
  addExportCommand(program, select)
  addImportCommand(program, select)
  addHistoryCommand(program, select)
  addSqlCommand(program, select)
  program.parse(args, { from: 'user' })
  if (request === undefined) throw new Error('no command was read')
  return request
}
