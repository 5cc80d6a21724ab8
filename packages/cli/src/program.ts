import { fileURLToPath } from 'node:url'
import { nearest } from '@steelyard/measure'
import { NAME } from '@steelyard/text'
import { Command, type OutputConfiguration } from 'commander'
import { mistakenCommand } from './commands/run/command.ts'
import { topExamplesText } from './options/examples.ts'
import { commandsWith } from './options/table.ts'
import { shown } from './output/shown-path.ts'
import { stderr, stdout } from './output/streams.ts'

const TERMS = `
Words:
  target      a build of a runtime, with its flags and environment variables
  launch      one start of what is compared, each side in a fresh process
  head, base  the two sides of a comparison: ratio = head time / base time

What is compared:
  On each target, the cases with the suite's baseline, or with the first case.
  The targets with the first target, in the cases that the suite names as
  across; if it names none, in all of up to 4 cases on up to 4 targets.
All verdicts of a command are corrected together.

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
Options win over it. --no-config ignores it. docs/targets.md

Environment:
  NO_COLOR, FORCE_COLOR           no colours, or colours in files and pipes too
  XDG_CACHE_HOME, XDG_STATE_HOME  folders of downloads and of what is kept
  TMPDIR                          temporary files, and the lock of this machine

Exit codes:
  0    done; includes unsupported cases and inconclusive comparisons
  1    a case failed, crashed or timed out, --fail-on was met, or measurements
       could not be written
  2    the command is wrong or cannot be executed, or a report of records could
       not be written
  130  interrupted; what was measured is saved`

const GLOSSARY = fileURLToPath(new URL('../../../docs/reading.md', import.meta.url))

/** A command that names what was meant where it does not know an option. */
class BenchCommand extends Command {
  #allowsUnknown = false

  override createCommand(name?: string): Command {
    return new BenchCommand(name)
  }

  override allowUnknownOption(allows = true): this {
    this.#allowsUnknown = allows
    return super.allowUnknownOption(allows)
  }

  /** Called by commander. */
  unknownOption(text: string): void {
    if (this.#allowsUnknown) return
    const mistaken = this.parent === null ? mistakenCommand(this.args[0], [], this) : null
    this.error(`error: ${mistaken ?? `unknown option '${text}'. ${this.#hint(text)}`}`.trim())
  }

  #hint(text: string): string {
    const [option = ''] = text.split('=', 1)
    if (this.options.some(({ long }) => long === option)) return 'It takes no value.'
    const others = commandsWith(option).map(command => (command === 'run' ? 'a run' : command))
    if (others.length > 0) return `It is an option of ${new Intl.ListFormat('en-GB').format(others)}.`
    const known = this.options.flatMap(({ long }) => long ?? [])
    const near = nearest(option, known)
    return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : ''
  }
}

export function newProgram(output: OutputConfiguration): Command {
  return (
    new BenchCommand(NAME)
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
