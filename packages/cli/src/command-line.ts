import { fileURLToPath } from 'node:url'
import { NAME } from '@steelyard/text'
import { Command, CommanderError, type OutputConfiguration } from 'commander'
import { addAgreeCommand } from './commands/agree/command.ts'
import { addBisectCommand } from './commands/bisect/command.ts'
import { addCombineCommand } from './commands/combine/command.ts'
import { addCompareCommand } from './commands/compare/command.ts'
import { addCoverageCommand } from './commands/coverage/command.ts'
import { addDoctorCommand } from './commands/doctor/command.ts'
import { addEmitCommand } from './commands/emit/command.ts'
import { addExportCommand } from './commands/export/command.ts'
import { addFleetCommand } from './commands/fleet/command.ts'
import { addGateCommand } from './commands/gate/command.ts'
import { addHelpCommand, shortHelp } from './commands/help/command.ts'
import { addHistoryCommand } from './commands/history/command.ts'
import { addImportCommand } from './commands/import/command.ts'
import { addListCommand } from './commands/list/command.ts'
import { addModesCommand } from './commands/modes/command.ts'
import { addNewCommand } from './commands/new/command.ts'
import { addPrepareCommand } from './commands/prepare/command.ts'
import { addReportCommand } from './commands/report/command.ts'
import { addRerunCommand } from './commands/rerun/command.ts'
import { addResumeCommand } from './commands/resume/command.ts'
import { addRunCommand } from './commands/run/command.ts'
import { addRuntimesCommand } from './commands/runtimes/command.ts'
import { addServeCommand } from './commands/serve/command.ts'
import { addSqlCommand } from './commands/sql/command.ts'
import { addSweepCommand } from './commands/sweep/command.ts'
import type { Config } from './config/config.ts'
import { withConfig } from './config/with-config.ts'
import { examplesText, topExamplesText } from './options/examples.ts'
import type { Invocation } from './options/invocation.ts'
import { shown } from './output/shown-path.ts'
import { stderr, stdout } from './output/streams.ts'
import { EXIT } from './process/exit-code.ts'
import { steelyardVersion } from './version.ts'

const TERMS = `
Words:
  target      a build of a runtime, with its flags and environment variables
  launch      one start of what is compared, each side in a fresh process
  head, base  the two sides of a comparison: ratio = head time / base time

What is compared: on each target the cases, with the suite's baseline or the
first; then, for the cases that the suite names as across, the targets, with the
first. A suite that names none: all, of up to 4 cases on up to 4 targets. All
verdicts of a command are one family, corrected together.

Targets: [NAME=value…] <runtime>[@<version>|=<path>] [flag…]
  node   deno   bun   workerd          the pinned builds, which are the default
  node@24.10.0   node@24   node@lts    that version, or the newest that matches;
  deno@latest   workerd@2025-10-08     downloaded from the npm registry once
  node=./out/Release                   a local build, by its file or folder
  node~patched=./out/Release           the same, named node~patched in reports
  bun@canary                           a tag, or the newest such prerelease
  jsc=/usr/bin/jsc   js=   d8=         an engine's shell; also qjs=, hermes=
  "node --max-semi-space-size=64"      with a flag; V8 flags for deno, workerd
  "bun useFTLJIT=0"                    sets BUN_JSC_useFTLJIT
  "NODE_ENV=development node"          with an environment variable`

const ENDING = `
Configuration: steelyard.config.json, in this folder or above, has defaults:
  { "runtimes": ["node", "bun"], "suites": ["./benches"], "threshold": 2 }
An option wins over it. --no-config leaves it out. docs/targets.md

Environment:
  NO_COLOR, FORCE_COLOR           no colours, or colours in files and pipes too
  XDG_CACHE_HOME, XDG_STATE_HOME  folders of downloads and of what is kept
  TMPDIR                          temporary files, and the lock of this machine

Exit codes:
  0    done; includes unsupported cases and inconclusive comparisons
  1    a case failed, crashed or timed out, --fail-on was met, or a result could
       not be written
  2    the command is wrong or cannot be executed
  130  interrupted; what was measured is saved`

const GLOSSARY = fileURLToPath(new URL('../../../docs/reading.md', import.meta.url))

/** Prints nothing: for a command line that is not the user's. */
export const SILENT: OutputConfiguration = { writeOut() {}, writeErr() {} }

/** A command line that was read, and the options that a configuration gave it. */
export interface ReadInvocation extends Invocation {
  readonly configured: ReturnType<typeof withConfig>
}

/**
 * Reads the command line. Throws a CommanderError once it has printed help or an error.
 *
 * @param config finds the configuration of the user; none for a command line that is not the user's
 */
export function readCommandLine(
  args: readonly string[],
  output: OutputConfiguration = {},
  config: () => Config | null = () => null,
): ReadInvocation {
  let configured: ReadInvocation['configured'] = null
  let invocation: Invocation | undefined
  const select = (selected: Invocation) => {
    invocation = selected
  }
  const program = newProgram(output)
  // Not commander's own, which needs the text beforehand: asking the checkout for its commit takes time.
  program.on('option:version', () => {
    program.configureOutput().writeOut?.(`${versionText()}\n`)
    throw new CommanderError(0, 'commander.version', versionText())
  })
  addRunCommand(program, select)
  addCompareCommand(program, select)
  addGateCommand(program, select)
  addCoverageCommand(program, select)
  addBisectCommand(program, select)
  addSweepCommand(program, select)
  addModesCommand(program, select)
  addAgreeCommand(program, select)
  addDoctorCommand(program, select)
  addEmitCommand(program, select)
  addListCommand(program, select)
  addRerunCommand(program, select, ofRecord => readCommandLine(ofRecord, SILENT))
  addResumeCommand(program, select, command => readCommandLine(command))
  addNewCommand(program, select)
  addPrepareCommand(program, select)
  addRuntimesCommand(program, select)
  addReportCommand(program, select)
  addExportCommand(program, select)
  addImportCommand(program, select)
  addHistoryCommand(program, select)
  addServeCommand(program, select)
  addCombineCommand(program, select)
  addFleetCommand(program, select, command => readCommandLine(command, SILENT))
  addSqlCommand(program, select)
  addHelpCommand(program)
  addExamples(program)
  if (args.length === 0) {
    program.configureOutput().writeErr?.(shortHelp(program))
    throw new CommanderError(EXIT.usage, 'steelyard.nothing', shortHelp(program))
  }
  program.hook('preAction', (_, command) => {
    configured = withConfig(command, config)
  })
  program.parse(args, { from: 'user' })
  if (invocation === undefined) throw new Error('no command was read')
  return { ...invocation, configured }
}

function addExamples({ commands }: Command): void {
  for (const command of commands) {
    const text = examplesText(command.name())
    if (text !== '') command.addHelpText('after', text)
  }
}

/** Returns for example `steelyard 0.1.0 (02b0a3c)`. */
function versionText(): string {
  const { version, commit } = steelyardVersion()
  return `steelyard ${version}${commit === null ? '' : ` (${commit.slice(0, 7)}${commit.endsWith('-dirty') ? ', edited' : ''})`}`
}

/** The program without its commands. */
function newProgram(output: OutputConfiguration): Command {
  return (
    new Command(NAME)
      .description(
        'Compares JavaScript runtimes (Node, Deno, Bun, workerd), builds and flags with microbenchmarks. ' +
          'Runs the compared sides on the same CPU core, alternating every few milliseconds, each in its own process.',
      )
      .helpOption('-h, --help', 'show this help')
      .option('-V, --version', 'show the version')
      .configureOutput({ writeOut: text => stdout.say(text), writeErr: text => stderr.say(text) })
      .helpCommand(false)
      // With arguments the list of commands would be too wide to wrap at 80 columns.
      .configureHelp({ subcommandTerm: command => command.name() })
      // Options after a subcommand belong to it, though the program has options of the same names.
      .enablePositionalOptions()
      .showHelpAfterError('Run with --help to see commands and options.')
      .addHelpText('after', `${TERMS}\n${topExamplesText()}\n${ENDING}`)
      .addHelpText('afterAll', `\nGlossary: ${shown(GLOSSARY)}`)
      .exitOverride()
      .configureOutput(output)
  )
}
