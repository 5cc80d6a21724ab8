import { widthOf } from '@steelyard/analysis'
import { addMachines, type Database, type Growth, type RequestState } from '@steelyard/fleet'
import { UsageError } from '@steelyard/measure'
import { type CpusNeeded, FEWEST_CPUS } from '@steelyard/stats'
import { counted, formatPercent } from '@steelyard/text'
import { InvalidArgumentError } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import { parsed, type ValuesOf, withInitial } from '../../options/entry.ts'
import { percent, wholeNumber } from '../../options/numbers.ts'
import { stderr } from '../../output/streams.ts'
import { readContributions } from '../combine/read-contributions.ts'

const DEFAULT_WIDTH = 0.01

/** Reads `8`, whose most is null, or `5..12`. */
export function machineRange(text: string) {
  const [least = 0, most = null, ...rest] = text.split('..').map(wholeNumber)
  if (least === 0 || rest.length > 0)
    throw new InvalidArgumentError('Give 1 or more, or a range such as 5..12.')
  if (most !== null && most <= least) throw new InvalidArgumentError('Give the smaller number first: 5..12.')
  return { least, most }
}

export const GROWTH_OPTIONS = {
  machines: withInitial(
    parsed('--machines <number>', machineRange, { help: 'how many machines, or a range such as 5..12' }),
    { least: 2, most: null },
    '2',
  ),
  untilWidth: parsed('--until-width <percent>', percent, {
    help: 'for a range: add machines until every combined ratio is known to ± this (default: 1)',
  }),
  machineTime: parsed('--machine-time <time>', timeSeconds, {
    help: 'for a range: add machines while the time of all together is below this',
  }),
} as const

/**
 * Returns how machines are added to a request; null where their number is fixed.
 *
 * @param machineSeconds that one machine measures, in all of its sessions
 * @throws UsageError for options that do not belong together, and for a range in which the width can decide nothing
 */
export function growthOf(
  { machines: { least, most }, untilWidth, machineTime }: ValuesOf<typeof GROWTH_OPTIONS>,
  machineSeconds: number,
): Growth | null {
  if (most === null) {
    if (untilWidth === null && machineTime === null) return null
    const option = untilWidth === null ? '--machine-time' : '--until-width'
    throw new UsageError(
      `Cannot add machines to a fixed number: ${option} needs a range. Write --machines 5..12.`,
    )
  }
  const paid = machineTime === null ? most : Math.floor(machineTime / machineSeconds)
  if (paid < least) {
    throw new UsageError(
      `Cannot measure on ${counted(least, 'machine')} in that machine time: each measures for ${Math.ceil(machineSeconds)} s. Give --machine-time ${Math.ceil(machineSeconds * least)}s or more.`,
    )
  }
  const allowed = Math.min(most, paid)
  if (allowed < FEWEST_CPUS) {
    throw new UsageError(
      `Cannot stop on a width with ${counted(allowed, 'machine')}: under ${FEWEST_CPUS} it says too little. Give a range to ${FEWEST_CPUS} or more${paid < most ? ', and more machine time' : ''}.`,
    )
  }
  return { untilWidth: untilWidth ?? DEFAULT_WIDTH, most: allowed }
}

/**
 * Returns how many machines are added: as many cpuIds as are needed if they go on to differ as they do, at most as many as
 * there are, and no more than are allowed.
 *
 * @param cpus how many cpuIds there are
 */
export function machinesToAdd(
  machines: number,
  cpus: number,
  { most }: Growth,
  { needsMore, forecast }: Pick<CpusNeeded, 'needsMore' | 'forecast'>,
): number {
  if (!needsMore) return 0
  const missing = Math.max(1, (forecast ?? FEWEST_CPUS) - cpus)
  return Math.max(0, Math.min(most - machines, machines, missing))
}

/**
 * Adds machines to a request that is settled and does not know its ratios well enough, and says what it does.
 *
 * @param files the records of the request, and no others
 * @returns whether machines were added
 */
export async function growRequest(
  database: Database,
  { id, growth, isSettled, machines, cancelledAt }: RequestState,
  files: readonly string[],
): Promise<boolean> {
  if (growth === null || cancelledAt !== null) return false
  if (!isSettled) {
    stderr.say('Machines may be added once those that measure are done.\n')
    return false
  }
  const { contributions } = await readContributions(files)
  const cpus = new Set(contributions.flatMap(({ environment }) => environment.cpuId ?? [])).size
  const needed = widthOf(contributions, growth.untilWidth)
  const { halfWidth, needsMore } = needed
  const known = halfWidth === null ? 'not known yet' : `known to ± ${formatPercent(Math.expm1(halfWidth))}`
  stderr.say(
    `The least certain combined ratio is ${known}, on ${counted(cpus, 'kind')} of CPU. Asked for: ± ${formatPercent(growth.untilWidth)} on ${FEWEST_CPUS} at least.\n`,
  )
  const added = machinesToAdd(machines, cpus, growth, needed)
  if (added === 0) {
    stderr.say(`No machine is added: ${needsMore ? `${growth.most} are the most` : 'that is enough'}.\n`)
    return false
  }
  const isAdded = await addMachines(database, id, machines, added)
  stderr.say(
    isAdded
      ? `Added ${counted(added, 'machine')}: the request asks for ${machines + added} now.\n`
      : 'The request was changed meanwhile: no machine is added.\n',
  )
  return isAdded
}
