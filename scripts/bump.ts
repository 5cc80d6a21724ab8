// Pins the newest runtimes and compared tools: pnpm bump [--dry-run]
// After `pnpm install` it reports which declared gaps are wrong with them: pnpm bump --check
// Exit codes: 0 nothing is wrong; 1 a declared gap is wrong, or the contract failed; 2 wrong use, nothing written.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LaunchError } from '../packages/launcher/src/index.ts'
import { PACKAGED } from '../runners/index.ts'
import { ROOT } from './build/places.ts'
import { bumped } from './bump/choose-versions.ts'
import { chooseAll, PINNED, versionsOf } from './bump/pins.ts'
import { choicesText, gapsText, isWrong } from './bump/texts.ts'
import { tryGaps } from './bump/try-gaps.ts'
import { readVersions, withVersions } from './bump/workspace-file.ts'

const WORKSPACE = join(ROOT, 'pnpm-workspace.yaml')
const REPORTER = fileURLToPath(new URL('bump/contract-events.ts', import.meta.url))
/** Of the launcher's tests those of what a runner declares, on the real binaries. */
const CONTRACT = [
  `packages/launcher/test/**/{${[...PACKAGED, 'known-flags', 'trace']}}.test.ts`,
  'runners/**/*.test.ts',
]

try {
  const { isDry, isCheck } = readOptions(process.argv.slice(2))
  if (isCheck) process.exitCode = (await check()) ? 0 : 1
  else await bump(isDry)
} catch (error) {
  // The arguments or the registry are at fault; both are checked before anything is written.
  if (!(error instanceof LaunchError || error instanceof SyntaxError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

async function bump(isDry: boolean): Promise<void> {
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
  if (withVersions(text, next) === text) return say('\nNothing newer is to be had. Nothing was written.')
  if (isDry) return say(`\n${bumped(choices).length} would change. Nothing was written.`)
  await writeFile(WORKSPACE, withVersions(text, next))
  say("\nRun 'pnpm install', then 'pnpm bump --check'.")
}

/** Returns whether runners keep their contract and every declared gap is one. */
async function check(): Promise<boolean> {
  say('Running the contract of the runners: a minute or more.')
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      ...['--test', '--test-concurrency=1', '--test-reporter=dot', '--test-reporter-destination=stderr'],
      ...[`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout'],
      ...globSync(CONTRACT, { cwd: ROOT, exclude: ['**/node_modules/**'] }),
    ],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  say(
    `${status === 0 ? 'Every runner keeps its contract.' : 'The contract of the runners FAILED.'}\n${stdout}`,
  )
  say('Trying every case and timer: two minutes or more.')
  const gaps = await tryGaps()
  say(gapsText(gaps))
  return status === 0 && stdout === '' && !gaps.some(isWrong)
}

function readOptions(args: readonly string[]): { readonly isDry: boolean; readonly isCheck: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    return { isDry: values['dry-run'], isCheck: values.check }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new SyntaxError(`${sentence?.replace(/\.$/, '')}. Write 'pnpm bump', with --dry-run or --check.`)
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
