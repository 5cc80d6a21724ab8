import { suggestion } from '@steelyard/measure'
import { PROGRAM } from '@steelyard/text'
import { type Command, CommanderError } from 'commander'

const WIDTH = 80

export function addHelpCommand(program: Command): void {
  program
    .command('help')
    .description('show this help, or that of a command')
    .argument('[command...]', 'e.g. compare, or runtimes install')
    .action((words: string[]) => {
      commandOf(program, words).outputHelp()
      throw new CommanderError(0, 'commander.help', '(help)')
    })
}

/** Returns the command of the words; ends with an error that names the near ones where there is none. */
function commandOf(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find(one => one.name() === word)
    return found ?? program.error(`error: ${unknownCommand(word, command)}`)
  }, program)
}

/** Returns that a command has no subcommand of this name, and which are near. */
export function unknownCommand(word: string, parent: Command): string {
  const names = parent.commands.map(command => command.name())
  const of = parent.parent === null ? '' : ` of ${parent.name()}`
  return `unknown command '${word}'${of}. ${suggestion(word, names, 'commands')}`
}

/** Returns what the program says when it is given nothing to do: what it is, how to begin, and where the rest is. */
export function shortHelp(program: Command): string {
  const [what] = program.description().split('. ')
  const help = program.createHelp()
  const names = program.commands.map(command => command.name()).join(', ')
  return `${help.boxWrap(`${what}.`, WIDTH)}

To begin, name a suite, a file or expressions:
${FIRST.map(line => `  ${PROGRAM} ${line}`).join('\n')}

${help.boxWrap(`Commands: ${names}.`, WIDTH)}
'${PROGRAM} help' shows all options, '${PROGRAM} help compare' those of one.
`
}

const FIRST = ["-e 'x.slice()' -e '[...x]' --setup 'const x = [1, 2, 3]'", 'json-reviver --quick', 'list']
