import { cacheFolder, installationId, resetInstallationId } from '@steelyard/launcher'
import { DEFAULT_SECONDS, DEFAULT_TARGETS, readTarget, UsageError } from '@steelyard/measure'
import { writeCalibration } from '@steelyard/record'
import { calibrationOutline, renderOutline } from '@steelyard/report'
import { defineCommand } from '../../options/define-command.ts'
import { flag } from '../../options/entry.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations } from '../../output/destinations.ts'
import { ProgressLine, timeLeftText } from '../../output/progress.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { peopleOf, sayAll, troublesOf, writesOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { calibrate, type DoctorOptions, plannedSeconds } from './doctor.ts'

const OPTIONS = {
  ...optionsOf('doctor'),
  resetId: flag('--reset-id', {
    help: 'give this installation another random id and measure nothing: calibrations kept here stop being used',
  }),
} as const

export const addDoctorCommand = defineCommand({
  name: 'doctor',
  description: "measure this machine's noise (A/A test) and the smallest difference it can detect",
  options: OPTIONS,
  asked: ({ runtimes, timeSeconds, seed, ...given }) => ({
    ...given,
    runtimes: runtimes.length === 0 ? DEFAULT_TARGETS : runtimes,
    timeSeconds: timeSeconds ?? DEFAULT_SECONDS.doctor,
    seed: seed ?? randomSeed(),
  }),
  async execute(options) {
    const { dryRun, json, save, resetId } = options
    if (resetId) return giveAnotherId()
    if (!dryRun) await checkDestinations({ json })
    const people = peopleOf(json)
    options.runtimes.forEach(readTarget)
    people.say(planText(options))
    if (dryRun) {
      people.say('Nothing was measured.\n')
      return EXIT.done
    }
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
      let file: string | null = null
      const troubles = await troublesOf([
        async () => {
          if (save) file = await writeCalibration(cacheFolder('visits'), calibration)
        },
        ...writesOf({ json }, { json: () => calibration }),
      ])
      people.show(`${renderOutline(calibrationOutline(calibration), people.style)}\n\n`)
      people.say(
        file === null
          ? 'Not saved: comparisons keep using the calibration they have.\n'
          : `Saved for comparisons on this machine: ${file}\n`,
      )
      people.say(idText(await installationId()))
      sayAll(troubles)
      return troubles.length > 0 ? EXIT.failed : EXIT.done
    })
  },
})

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
  stdout.say(`This installation is now ${id}. Earlier calibrations are no longer used.\n`)
  return EXIT.done
}

const WHERE = 'Set XDG_STATE_HOME to a folder that can be written.'

function idText(id: string | null): string {
  return id === null
    ? `This installation has no id, as none can be kept: its records cannot be grouped by machine. ${WHERE}\n`
    : `Installation ${id}, a random id by which records of one machine are grouped; doctor --reset-id makes another.\n`
}
