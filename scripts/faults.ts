// Has commands suffer faults at random moments, and counts what they lose or leave:
// node scripts/faults.ts [--seed <number>] [--minutes <number>] [--lanes <number>] [--only <fault>,…]
// Ends with 1 where anything but 0 was found, or nothing was tried. Kills of every command come first, then the other faults, round after round.
import { parseArgs } from 'node:util'
import {
  CAN_MOUNT,
  COMMANDS,
  type CommandName,
  type Fault,
  REGISTRIES,
  type Trial,
  trial,
} from '../packages/cli/test/fault-campaign.ts'
import { createRandom, sum } from '../packages/stats/src/index.ts'
import { git } from './build/places.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '12' },
    lanes: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const [seed = 0, minutes = 0, lanes = 0] = [values.seed, values.minutes, values.lanes].map(Number)
if (![seed, minutes, lanes].every(Number.isFinite))
  throw new RangeError('--seed, --minutes and --lanes are numbers')
const untilMs = performance.now() + minutes * 60_000

const commands = Object.keys(COMMANDS) as CommandName[]
const disks: readonly Fault[] = CAN_MOUNT ? ['full', 'read-only'] : []
/** One round: kills are what it is about; most of the others end by themselves, and take longer. */
const all: readonly (readonly [CommandName, Fault])[] = [
  ...commands.flatMap(command => Array.from({ length: 5 }, () => [command, 'kill'] as const)),
  ...commands.flatMap(command =>
    (['stop', 'two', 'vanish'] as const).map(fault => [command, fault] as const),
  ),
  ...[...disks, ...REGISTRIES, 'babble' as const, 'clock' as const, 'memory' as const].map(
    fault => ['run', fault] as const,
  ),
]
const only = values.only?.split(',')
const round = all.filter(([, fault]) => only?.includes(fault) ?? true)
if (round.length === 0) throw new RangeError('--only names no fault that can be tried here')

const trials: Trial[] = []
let next = 0
await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (performance.now() < untilMs) {
      const number = next++
      const [command, fault] = round[number % round.length] ?? ['run', 'kill']
      const found = await trial(command, fault, createRandom(seed * 10_000 + number))
      trials.push(found)
      if (found.note !== '') process.stderr.write(`${number} ${command} ${fault}: ${found.note}\n`)
    }
  }),
)

const commit = git('describe', '--always', '--dirty')
const counts = ['lost', 'orphaned', 'stale', 'wrong'] as const
const rows = Map.groupBy(trials, ({ command, fault }) => `${command.padEnd(9)} ${fault.padEnd(9)}`)
const sumOf = (some: readonly Trial[], name: (typeof counts)[number]) => sum(some.map(one => one[name]))
const lines = [...rows].map(
  ([name, some]) =>
    `${name} ${String(some.length).padStart(6)} ${counts.map(count => String(sumOf(some, count)).padStart(9)).join('')}`,
)
process.stdout.write(
  [
    `seed ${seed}, commit ${commit}, ${trials.length} trials`,
    `command   fault     trials ${counts.map(name => name.padStart(9)).join('')}`,
    ...lines,
    '',
  ].join('\n'),
)
process.exitCode = trials.length > 0 && counts.every(name => sumOf(trials, name) === 0) ? 0 : 1
