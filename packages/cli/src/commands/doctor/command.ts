import { cacheFolder, installationId, resetInstallationId } from '@steelyard/launcher'
import { DEFAULT_TARGETS, UsageError } from '@steelyard/measure'
import { writeCalibration } from '@steelyard/record'
import { renderCalibration } from '@steelyard/report'
import type { Command } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import type { Select } from '../../options/invocation.ts'
import { affinityOption, randomSeed, runtimeOption, wholeNumber } from '../../options/options.ts'
import { checkDestinations, troublesOf } from '../../output/destinations.ts'
import { ProgressLine, timeLeftText } from '../../output/progress.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { calibrate, type DoctorOptions, plannedSeconds } from './doctor.ts'

const DOCTOR_SECONDS = 300

interface DoctorCommandOptions extends DoctorOptions {
  readonly json: string | null
  readonly save: boolean
  readonly resetId: boolean
}

interface RawDoctorOptions {
  readonly runtime?: string[]
  readonly time: number
  readonly affinity: 'same-core' | 'all'
  readonly seed?: number
  readonly json?: string
  readonly save: boolean
  readonly resetId?: true
}

export function addDoctorCommand(program: Command, select: Select): void {
  program
    .command('doctor')
    .description("measure this machine's noise (A/A test) and the smallest difference it can detect")
    .addOption(runtimeOption())
    .option(
      '--time <time>',
      'time budget for all targets together: seconds, or 5m',
      timeSeconds,
      DOCTOR_SECONDS,
    )
    .addOption(affinityOption())
    .option(
      '--seed <number>',
      'seed of run order and core assignment (default: random, printed and saved)',
      wholeNumber,
    )
    .option('--json <file>', 'also write the calibration to this file; - for standard output')
    .option('--no-save', 'do not save the calibration: comparisons keep using the one they have')
    .option(
      '--reset-id',
      'give this installation another random id and measure nothing: calibrations kept here stop being used',
    )
    .action((raw: RawDoctorOptions) => {
      const options: DoctorCommandOptions = {
        runtimes: raw.runtime ?? DEFAULT_TARGETS,
        timeSeconds: raw.time,
        affinity: raw.affinity,
        seed: raw.seed ?? randomSeed(),
        json: raw.json ?? null,
        save: raw.save,
        resetId: raw.resetId ?? false,
      }
      select({ command: 'doctor', options, execute: () => execute(options) })
    })
}

async function execute(options: DoctorCommandOptions): Promise<number> {
  const { json, save, resetId } = options
  if (resetId) return giveAnotherId()
  await checkDestinations({ json, dryRun: false, markdown: null, save: false, out: '' })
  const people = json === '-' ? stderr : stdout
  const style = terminalStyleOf(people)
  people.say(planText(options))
  return measuring(async signal => {
    const progress = new ProgressLine(0)
    const calibration = await calibrate(options, signal, (part, secondsLeft) =>
      progress.show(`${part}: ${timeLeftText(secondsLeft * 1e9)}`),
    )
    progress.clear()
    if (calibration === null) {
      stderr.say('Interrupted: nothing was saved.\n')
      return EXIT.interrupted
    }
    const text = `${JSON.stringify(calibration, null, 2)}\n`
    let file: string | null = null
    const troubles = await troublesOf([
      async () => {
        if (save) file = await writeCalibration(cacheFolder('visits'), calibration)
      },
      async () => {
        if (json !== null) await giveFor('--json', json, text)
      },
    ])
    people.show(`${renderCalibration(calibration, style)}\n\n`)
    people.say(
      file === null
        ? 'Not saved: comparisons keep using the calibration they have.\n'
        : `Saved for comparisons on this machine: ${file}\n`,
    )
    people.say(idText(await installationId()))
    for (const trouble of troubles) stderr.say(`${trouble}\n`)
    return troubles.length > 0 ? EXIT.failed : EXIT.done
  })
}

/** Said before anything is measured. */
function planText(options: DoctorOptions): string {
  const { stallSeconds, equalsSeconds, lengthsSeconds } = plannedSeconds(options)
  const { length } = options.runtimes
  const whole = (seconds: number) => `${Math.round(seconds)} s`
  return `This takes about ${whole(options.timeSeconds)}: ${whole(stallSeconds)} to see how often cores stand still, then for ${length === 1 ? 'the target' : `each of ${length} targets`} ${whole(equalsSeconds)} of A/A and ${whole(lengthsSeconds)} in batches of T and of 2 T.\n`
}

async function giveAnotherId(): Promise<number> {
  const id = await resetInstallationId()
  if (id === null) throw new UsageError(`Cannot keep an id of this installation. ${WHERE}`)
  stdout.say(`This installation is now ${id}. Calibrations that were made before are not used any more.\n`)
  return EXIT.done
}

const WHERE = 'Set XDG_STATE_HOME to a folder that can be written.'

function idText(id: string | null): string {
  return id === null
    ? `This installation has no id, as none can be kept: its records cannot be grouped by machine. ${WHERE}\n`
    : `Installation ${id}, a random id by which records of one machine are grouped; doctor --reset-id makes another.\n`
}
