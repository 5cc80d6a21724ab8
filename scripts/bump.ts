// Pins the newest runtimes and compared tools, and reports which declared gaps are wrong then: pnpm bump [--dry-run]
// Exit codes: 0 nothing changed but versions; 1 a declared gap is wrong, or the contract failed; 2 wrong use, nothing written.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LaunchError } from '../packages/launcher/src/index.ts'
import { ROOT } from './build/places.ts'
import { bumped } from './bump/choose-versions.ts'
import { type GapOutcome, isWrong } from './bump/compare-gaps.ts'
import { chooseAll, PINNED, versionsOf } from './bump/pins.ts'
import { runContract } from './bump/run-contract.ts'
import { runInstall, runPinnedNode } from './bump/run-program.ts'
import { choicesText, contractText, gapsText } from './bump/texts.ts'
import { uncommitted } from './bump/uncommitted.ts'
import { readVersions, withVersions } from './bump/workspace-file.ts'

const WRITTEN = ['pnpm-workspace.yaml', 'pnpm-lock.yaml']
const WORKSPACE = join(ROOT, 'pnpm-workspace.yaml')
const ASK_GAPS = fileURLToPath(new URL('bump/ask-gaps.ts', import.meta.url))
const EXIT = { same: 0, changed: 1, wrongUse: 2 } as const
const UNDO = `What is written stays. 'git checkout ${WRITTEN.join(' ')}' and 'pnpm install' undo it.`

try {
  process.exitCode = await bump(readOptions(process.argv.slice(2)))
} catch (error) {
  // The arguments or the registry are at fault; both are checked before anything is written.
  if (!(error instanceof LaunchError || error instanceof SyntaxError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT.wrongUse
}

async function bump({ isDry }: { readonly isDry: boolean }): Promise<number> {
  if (!isDry) checkCommitted()
  const pnpm = isDry ? '' : pnpmProgram()
  const text = await readFile(WORKSPACE, 'utf8')
  const old = readVersions(
    text,
    PINNED.map(({ packageName }) => packageName),
  )
  const choices = await chooseAll(old)
  const next = versionsOf(choices)
  say(choicesText(choices))
  if (next.nodeVersion !== old.nodeVersion)
    say(`nodeVersion goes from ${old.nodeVersion} to ${next.nodeVersion}.`)
  if (withVersions(text, next) === text) return done('Nothing newer is to be had. Nothing was written.')
  if (isDry) return done(`${bumped(choices).length} would change. Nothing was written.`)

  await writeFile(WORKSPACE, withVersions(text, next))
  try {
    return await installAndCheck(pnpm)
  } catch (error) {
    return changed(`Cannot go on: ${(error as Error).message}.`)
  }
}

async function installAndCheck(pnpm: string): Promise<number> {
  say('\nInstalling what is pinned now.')
  if (!(await runInstall(ROOT, pnpm))) return changed('pnpm could not install the new versions, see above.')
  say('\nRunning the contract of the runners: a minute or more.')
  const contract = await runContract(ROOT)
  say('\nTrying every case and timer: two minutes or more.')
  const gaps = await tryGaps()
  if (gaps === null) return changed(`${contractText(contract)}\nThe cases could not be tried, see above.`)
  say(`\n${contractText(contract)}\n${gapsText(gaps)}`)
  const isSame = contract.isKept && contract.findings.length === 0 && !gaps.some(isWrong)
  return isSame
    ? done(`Run 'pnpm test' and 'pnpm check', and commit ${WRITTEN.join(' and ')}.`)
    : changed("Put right what is named above, then run 'pnpm test' and 'pnpm check' before you commit.")
}

function readOptions(args: readonly string[]): { readonly isDry: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    return { isDry: values['dry-run'] }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new SyntaxError(`${sentence?.replace(/\.$/, '')}. Write 'pnpm bump' or 'pnpm bump --dry-run'.`)
  }
}

function checkCommitted(): void {
  const files = uncommitted(ROOT, WRITTEN)
  if (files.length === 0) return
  throw new SyntaxError(
    `Cannot bump: ${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} changes that are not committed. Commit or undo them first.`,
  )
}

function pnpmProgram(): string {
  const program = process.env.npm_execpath
  if (program !== undefined && /pnpm/.test(program)) return program
  throw new SyntaxError("Cannot bump: pnpm did not start this. Write 'pnpm bump'.")
}

/** Returns null when it ended badly, which it reports itself. */
async function tryGaps(): Promise<readonly GapOutcome[] | null> {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-bump-'))
  try {
    const file = join(folder, 'answers.json')
    return (await runPinnedNode(ROOT, [ASK_GAPS, file])) ? JSON.parse(await readFile(file, 'utf8')) : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function done(sentence: string): number {
  say(`\n${sentence}`)
  return EXIT.same
}

function changed(sentence: string): number {
  say(`\n${sentence} ${UNDO}`)
  return EXIT.changed
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
