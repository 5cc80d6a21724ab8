import type { CalibrationRecord, CoreStallsRecord } from '@steelyard/record'
import {
  formatDuration,
  formatPercent,
  name,
  type Phrase,
  ratioText,
  recordWarningText,
  sanitize,
} from '@steelyard/text'
import { type Block, headingsOf, type Table } from './document.ts'
import { affinityText, machineText } from './machine-text.ts'
import type { Outline } from './outline.ts'

/** From here on another machine, or another time, is worth a try. */
const MUCH_STOLEN = 0.01
const MUCH_SHARED = 0.05
/** With the default threshold of 1 %, a larger allowance leaves little room for `same`. */
const LARGE_ALLOWANCE = 0.005
/** What a minute should show. */
const WANTED_DIFFERENCE = 0.02

/** Returns what the doctor found: the machine, clocks, A/A ratios, lengths of batches, β and what to do. */
export function calibrationOutline(found: CalibrationRecord): Outline {
  const calibration = sanitize(found)
  const { environment, bias, stalls, parts } = calibration
  const took = parts.map(part => `${part.name} ${Math.round(part.seconds)} s`)
  return {
    title: `Machine: ${machineText(environment)}, ${affinityText(environment)}`,
    headline: [[weather(calibration)]],
    blocks: [
      {
        title: 'Stalls: how often a busy core stands still, and how much of that the kernel admits',
        items: stalls.map(each => [stallText(each)]),
      },
      {
        title:
          'Sharing: how often something else uses the other hardware thread of a busy core, which slows code that fills the core',
        items: stalls.flatMap(sharingPhrases),
      },
      ...tables(calibration),
      {
        title: `Bias allowance β: ${formatPercent(bias.allowance)}`,
        items: [[biasText(calibration)], ...kindPhrases(bias)],
      },
      took.length === 0 ? [] : [`Time: ${took.join(', ')}.`],
      { title: 'What to do', items: advice(calibration).map(sentence => [sentence]) },
    ],
  }
}

function weather({ load, stolenShare, seconds, environment }: CalibrationRecord): string {
  const stolen =
    stolenShare === null
      ? 'time stolen by the hypervisor: unavailable'
      : `${formatPercent(stolenShare)} of the time stolen by the hypervisor`
  const governor =
    environment.governor === null ? 'governor: unavailable' : `governor ${environment.governor}`
  return `${seconds} s; load before ${load.toFixed(1)}; ${stolen}; ${governor}`
}

function stallText(stalls: CoreStallsRecord): string {
  const { core, meter, why, watchedNs, lostNs, count, stolenNs } = stalls
  if (meter === null) return `core ${core}: not watched, since ${why}`
  const lost = `core ${core}: ${formatPercent(lostNs / watchedNs)} of ${formatDuration(watchedNs)} lost`
  const lengths = [
    ['median', stalls.p50Ns],
    ['90 % under', stalls.p90Ns],
    ['99 % under', stalls.p99Ns],
    ['longest', stalls.longestNs],
  ] as const
  const pauses = lengths.flatMap(([label, ns]) => (ns === null ? [] : [`${label} ${formatDuration(ns)}`]))
  const admitted =
    stolenNs === null
      ? 'the kernel does not report stolen time'
      : `the kernel admits ${formatPercent(stolenNs / watchedNs)}`
  const kind = meter === 'fifo' ? 'real-time meter' : 'meter without real-time rights'
  return `${lost} in ${count} pauses${pauses.length === 0 ? '' : ` (${pauses.join(', ')})`}; ${admitted}; ${kind}`
}

function sharingPhrases({ core, sharing }: CoreStallsRecord): Phrase[] {
  if (!sharing) return []
  const { glances, usedShare, slowdown } = sharing
  const slower = `such code takes ${slowdown.toFixed(2)} times as long on average`
  return [[`core ${core}: at ${formatPercent(usedShare)} of ${glances} moments; ${slower}`]]
}

function tables({ targets }: CalibrationRecord): Block[] {
  const waits = targets[0]?.equals[0]?.smallestDifferences.map(({ seconds }) => seconds) ?? []
  const grouped = (rowsOf: (target: (typeof targets)[number]) => readonly Table['rows'][number][]) =>
    targets.flatMap(target => [[[name(target.id)]], ...rowsOf(target)])
  return [
    {
      title: ['Clocks and channels'],
      about: 'the cost of a message to the runtime is subtracted from CPU time',
      headings: headingsOf(['target', 'smallest clock step', 'message, wall', 'message, CPU', 'timed share']),
      rows: targets.map(({ id, clockResolutionNs, channelCostNs, channelCpuNs, duty }) => [
        [name(id)],
        formatDuration(clockResolutionNs),
        formatDuration(channelCostNs),
        channelCpuNs === null ? 'unavailable' : formatDuration(channelCpuNs),
        formatPercent(duty),
      ]),
    },
    {
      title: ['A/A'],
      about:
        'each case against itself: the spread of launches, its part between launches, the spread of rounds; and the smallest difference that is found with 95 % power in that time',
      headings: headingsOf([
        ...['case', 'ratio', 'launch', 'between', 'round'],
        ...waits.map(seconds => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`)),
      ]),
      rows: grouped(({ equals }) =>
        equals.map(each => [
          each.case,
          ratioText(each.ratio),
          ...[each.launchSd, each.betweenSd, each.withinSdPerRound].map(formatPercent),
          // Where the time has too few launches for a verdict there is none.
          ...waits.map((_, index) => {
            const difference = each.smallestDifferences[index]?.difference ?? null
            return difference === null ? null : formatPercent(difference)
          }),
        ]),
      ),
    },
    {
      title: ['Batches of T and of 2 T'],
      about: 'the same two cases; a cost per batch besides its work makes the two lengths differ',
      headings: headingsOf(['cases', 'at T', 'at 2 T', 'T to 2 T']),
      rows: grouped(({ lengths }) =>
        lengths.map(({ headCase, baseCase, once, twice, apart }) => [
          `${headCase} to ${baseCase}`,
          ...[once, twice, apart].map(ratioText),
        ]),
      ),
    },
  ]
}

function biasText({ bias }: CalibrationRecord): string {
  const { equalsRatio, equalsBound, launches, differing } = bias
  const aa = `Over ${launches} launches the A/A ratio is ${equalsRatio.toFixed(4)}; with 95 % confidence its bias is below ${formatPercent(equalsBound)}.`
  return differing.length === 0
    ? `${aa} No case differs. A longer calibration (--time) gives a smaller allowance.`
    : `${aa} These differ beyond chance: ${differing.join('; ')}.`
}

function kindPhrases({ kinds }: CalibrationRecord['bias']): Phrase[] {
  const own = kinds.map(each => [`${each.kind}: ${formatPercent(each.allowance)} (n=${each.launches})`])
  const rest =
    own.length === 0
      ? 'No kind of work had the five launches of each case that its own allowance needs.'
      : 'A comparison uses the allowance of its kind of work where the run shows that both sides are of it, and the largest otherwise.'
  return [...own, [rest]]
}

function advice({ environment, stolenShare, bias, targets, stalls, seconds }: CalibrationRecord): string[] {
  const minutes = targets.flatMap(({ equals }) =>
    equals.map(each => each.smallestDifferences.find(wait => wait.seconds === 60)?.difference),
  )
  const blind = minutes.filter(each => each === null || (each ?? 0) > WANTED_DIFFERENCE).length
  const found: readonly (readonly [isSo: boolean, text: string])[] = [
    ...environment.warnings.map(warning => [true, sentence(recordWarningText(warning))] as const),
    [
      (stolenShare ?? 0) > MUCH_STOLEN,
      'Choose another time or another machine: the hypervisor gives the cores to others.',
    ],
    [
      stalls.some(({ sharing }) => (sharing?.usedShare ?? 0) > MUCH_SHARED),
      'Repeat comparisons of unlike work in other hours, or choose a machine with whole cores: their ratios change while something else uses the other hardware thread.',
    ],
    [
      bias.differing.length > 0,
      'Calibrate again: if the same cases differ, do not trust their comparisons here.',
    ],
    [
      bias.allowance > LARGE_ALLOWANCE,
      `Calibrate longer (--time ${Math.max(600, 2 * Math.round(seconds))}): so large an allowance leaves little room for the verdict same.`,
    ],
    [
      blind > 0,
      `For ${blind} of ${minutes.length} cases one minute cannot detect a difference of ${formatPercent(WANTED_DIFFERENCE)}: compare with --precision 1 --time 10m, or on a quieter machine.`,
    ],
  ]
  const shown = found.flatMap(([isSo, text]) => (isSo ? [text] : []))
  return shown.length > 0 ? shown : ['Nothing: this machine is fit to compare.']
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
