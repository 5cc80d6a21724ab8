import { commitText } from '@steelyard/text'
import { type Command, CommanderError, type OutputConfiguration } from 'commander'
import { addAgreeCommand } from './commands/agree/command.ts'
import { addBisectCommand } from './commands/bisect/command.ts'
import { addCombineCommand } from './commands/combine/command.ts'
import { addCompareCommand } from './commands/compare/command.ts'
import { addCoverageCommand } from './commands/coverage/command.ts'
import { addDoctorCommand } from './commands/doctor/command.ts'
import { addEmitCommand } from './commands/emit/command.ts'
import { addExportCommand } from './commands/export/command.ts'
import { fleetCommand } from './commands/fleet/command.ts'
import { addGateCommand } from './commands/gate/command.ts'
import { addHelpCommand, shortHelp } from './commands/help/command.ts'
import { addHistoryCommand } from './commands/history/command.ts'
import { addImportCommand } from './commands/import/command.ts'
import { addListCommand } from './commands/list/command.ts'
import { addModesCommand } from './commands/modes/command.ts'
import { addNewCommand } from './commands/new/command.ts'
import { addPrepareCommand } from './commands/prepare/command.ts'
import { addReportCommand } from './commands/report/command.ts'
import { rerunCommand } from './commands/rerun/command.ts'
import { resumeCommand } from './commands/resume/command.ts'
import { addRunCommand } from './commands/run/command.ts'
import { addRuntimesCommand } from './commands/runtimes/command.ts'
import { addServeCommand } from './commands/serve/command.ts'
import { addSqlCommand } from './commands/sql/command.ts'
import { addSweepCommand } from './commands/sweep/command.ts'
import { addTimelineCommand } from './commands/timeline/command.ts'
import type { Config } from './config/config.ts'
import { withConfig } from './config/with-config.ts'
import { examplesText } from './options/examples.ts'
import type { Invocation, Select } from './options/invocation.ts'
import { EXIT } from './process/exit-code.ts'
import { newProgram } from './program.ts'
import { steelyardVersion } from './version.ts'

/** Prints nothing: for a command line that is not the user's. */
export const SILENT: OutputConfiguration = { writeOut() {}, writeErr() {} }

/** In the order of the help. */
const COMMANDS: readonly ((program: Command, select: Select) => unknown)[] = [
  addRunCommand,
  addCompareCommand,
  addGateCommand,
  addCoverageCommand,
  addBisectCommand,
  addSweepCommand,
  addTimelineCommand,
  addModesCommand,
  addAgreeCommand,
  addDoctorCommand,
  addEmitCommand,
  addListCommand,
  rerunCommand(ofRecord => readCommandLine(ofRecord, SILENT)),
  resumeCommand(command => readCommandLine(command)),
  addNewCommand,
  addPrepareCommand,
  addRuntimesCommand,
  addReportCommand,
  addExportCommand,
  addImportCommand,
  addHistoryCommand,
  addServeCommand,
  addCombineCommand,
  fleetCommand(command => readCommandLine(command, SILENT)),
  addSqlCommand,
  addHelpCommand,
]

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
  // Commander's own version option needs the text beforehand, and asking the checkout for its commit takes time.
  program.on('option:version', () => {
    program.configureOutput().writeOut?.(`${versionText()}\n`)
    throw new CommanderError(0, 'commander.version', versionText())
  })
  for (const add of COMMANDS) add(program, select)
  for (const command of program.commands) command.addHelpText('after', examplesText(command.name()))
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

/** Returns for example `steelyard 0.1.0 (02b0a3c)`. */
function versionText(): string {
  const { version, commit } = steelyardVersion()
  return `steelyard ${version}${commit === null ? '' : ` (${commitText(commit)})`}`
}
