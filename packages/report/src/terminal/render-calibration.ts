import type { AaRecord, CalibratedTarget, CalibrationRecord, CoreStallsRecord } from '@steelyard/record'
import type { Phrase, TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  cell,
  formatDuration,
  formatPercent,
  glyphs,
  ratioText,
  recordWarningText,
  sanitize,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { affinityText, machineText } from '../content/machine-text.ts'

const INDENT = '  '

/** From here on another machine, or another time, is worth a try. */
const MUCH_STOLEN = 0.01
const MUCH_SHARED = 0.05
/** Of the default threshold of 1 %: a larger allowance leaves little room for `same`. */
const LARGE_ALLOWANCE = 0.005
/** What a minute should show. */
const WANTED_DIFFERENCE = 0.02

/** Returns what the doctor found, for a terminal: the machine, clocks, A/A ratios, lengths of batches, β and what to do. */
export function renderCalibration(found: CalibrationRecord, style: TerminalStyle): string {
  const calibration = sanitize(found)
  const { environment, targets, bias } = calibration
  const parts = [
    wrap(
      [{ text: 'Machine', role: 'title' }, `: ${machineText(environment)}, ${affinityText(environment)}`],
      style,
    ),
    wrap([`${INDENT}${weather(calibration)}`], style, { rest: 2 }),
    [],
    ...stallLines(calibration.stalls ?? [], style),
    ...sharingLines(calibration.stalls ?? [], style),
    ...section(
      'Clocks and channels',
      'the cost of a message to the runtime is subtracted from CPU time',
      style,
    ),
    ...table(clockColumns(targets, style), style),
    [],
    ...section(
      'A/A',
      'each case against itself: the spread of launches, its part between launches, the spread of rounds; and the smallest difference that is found with 95 % power in that time',
      style,
    ),
    ...table(equalsColumns(targets, style), style),
    [],
    ...section(
      'Batches of T and of 2 T',
      'the same two cases; a cost per batch besides its work makes the two lengths differ',
      style,
    ),
    ...table(lengthsColumns(targets, style), style),
    [],
    wrap(
      [
        { text: 'Bias allowance β', role: 'title' },
        `: ${formatPercent(bias.allowance)}. ${biasText(calibration)}`,
      ],
      style,
    ),
    ...kindLines(bias).map(line => wrap([line], style, { first: INDENT })),
    [],
    ...partLines(calibration, style),
    wrap([{ text: 'What to do', role: 'title' }], style),
    ...advice(calibration).flatMap(sentence => [wrap([sentence], style, { first: '  - ' })]),
  ]
  return parts.map(lines => lines.join('\n')).join('\n')
}

function stallLines(stalls: readonly CoreStallsRecord[], style: TerminalStyle): string[][] {
  if (stalls.length === 0) return []
  return [
    ...section('Stalls', 'how often a busy core stands still, and how much of that the kernel admits', style),
    ...stalls
      .flatMap(each => wrap([`${INDENT}${stallText(each, style)}`], style, { rest: 4 }))
      .map(line => [line]),
    [],
  ]
}

function sharingLines(stalls: readonly CoreStallsRecord[], style: TerminalStyle): string[][] {
  const known = stalls.flatMap(({ core, sharing }) => (sharing ? [{ core, ...sharing }] : []))
  if (known.length === 0) return []
  return [
    ...section(
      'Sharing',
      'how often something else uses the other hardware thread of a busy core, which slows code that fills the core',
      style,
    ),
    ...known.map(({ core, glances, usedShare, slowdown }) =>
      wrap(
        [
          `${INDENT}core ${core}: at ${formatPercent(usedShare)} of ${glances} moments; such code takes ${slowdown.toFixed(2)} times as long on average`,
        ],
        style,
        { rest: 4 },
      ),
    ),
    [],
  ]
}

function stallText(stalls: CoreStallsRecord, style: TerminalStyle): string {
  const { core, meter, why, watchedNs, lostNs, count, stolenNs } = stalls
  if (meter === null) return `core ${core}: not watched, since ${why}`
  const share = `core ${core}: ${formatPercent(lostNs / watchedNs)} of ${formatDuration(watchedNs, style)} lost`
  const { p50Ns, p90Ns, p99Ns, longestNs } = stalls
  const lengths = [
    ['median', p50Ns],
    ['90 % under', p90Ns],
    ['99 % under', p99Ns],
    ['longest', longestNs],
  ] as const
  const pauses = lengths.flatMap(([label, ns]) =>
    ns === null ? [] : [`${label} ${formatDuration(ns, style)}`],
  )
  const admitted =
    stolenNs === null
      ? 'the kernel does not tell of stolen time'
      : `the kernel admits ${formatPercent(stolenNs / watchedNs)}`
  const kind = meter === 'fifo' ? 'real-time meter' : 'meter without real-time rights'
  return `${share} in ${count} pauses${pauses.length === 0 ? '' : ` (${pauses.join(', ')})`}; ${admitted}; ${kind}`
}

function section(title: string, about: string, style: TerminalStyle): string[][] {
  return [wrap([{ text: title, role: 'title' }, `: ${about}`], style)]
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

/** A table where it fits, otherwise a line for each field. */
function table(columns: readonly Column[], style: TerminalStyle): string[][] {
  if (INDENT.length + tableWidth(columns) <= style.width) {
    return [tableLines([...columns], style).map(line => INDENT + line)]
  }
  const [titles, ...fields] = columns
  return (titles?.cells ?? []).map(({ text }, row) => [
    INDENT + text,
    ...fields.flatMap(({ heading, cells }) => {
      const field = cells[row]?.text.trim() ?? ''
      return field === '' ? [] : wrap([`${heading} ${field}`], style, { first: INDENT.repeat(3) })
    }),
  ])
}

function clockColumns(targets: readonly CalibratedTarget[], style: TerminalStyle): Column[] {
  return [
    column(
      'target',
      targets.map(({ id }) => id),
    ),
    column(
      'smallest clock step',
      targets.map(({ clockResolutionNs }) => formatDuration(clockResolutionNs, style)),
    ),
    column(
      'message, wall',
      targets.map(({ channelCostNs }) => formatDuration(channelCostNs, style)),
    ),
    column(
      'message, CPU',
      targets.map(({ channelCpuNs }) =>
        channelCpuNs === null ? 'unavailable' : formatDuration(channelCpuNs, style),
      ),
    ),
    column(
      'timed share',
      targets.map(({ duty }) => formatPercent(duty)),
    ),
  ]
}

function equalsColumns(targets: readonly CalibratedTarget[], style: TerminalStyle): Column[] {
  const rows = rowsOf(targets, ({ equals }) => equals)
  const waits = targets[0]?.equals[0]?.smallestDifferences.map(({ seconds }) => seconds) ?? []
  const percent = (heading: string, of: (each: AaRecord) => number) =>
    column(
      heading,
      rows.map(({ each }) => (each === null ? '' : formatPercent(of(each)))),
    )
  return [
    column(
      'case',
      rows.map(({ title, each }) => title ?? `  ${each?.case}`),
    ),
    column('ratio', alignedEstimates(rows.map(({ each }) => each && ratioText(each.ratio, style)))),
    percent('launch', ({ launchSd }) => launchSd),
    percent('between', ({ betweenSd }) => betweenSd),
    percent('round', ({ withinSdPerRound }) => withinSdPerRound),
    ...waits.map((seconds, index) =>
      column(
        waitText(seconds),
        rows.map(({ each }) => (each === null ? '' : differenceText(each, index, style))),
      ),
    ),
  ]
}

function lengthsColumns(targets: readonly CalibratedTarget[], style: TerminalStyle): Column[] {
  const rows = rowsOf(targets, ({ lengths }) => lengths)
  const ratios = (heading: string, of: 'once' | 'twice' | 'apart') =>
    column(heading, alignedEstimates(rows.map(({ each }) => each && ratioText(each[of], style))))
  return [
    column(
      'cases',
      rows.map(({ title, each }) => title ?? `  ${each?.headCase} to ${each?.baseCase}`),
    ),
    ratios('at T', 'once'),
    ratios('at 2 T', 'twice'),
    ratios('T to 2 T', 'apart'),
  ]
}

/** A row for each target's name, and below it one for each of what it has. */
function rowsOf<T>(
  targets: readonly CalibratedTarget[],
  of: (target: CalibratedTarget) => readonly T[],
): { readonly title: string | null; readonly each: T | null }[] {
  return targets.flatMap(target => [
    { title: target.id, each: null },
    ...of(target).map(each => ({ title: null, each })),
  ])
}

function column(heading: string, texts: readonly string[]): Column {
  return { heading, cells: texts.map(text => cell(text)) }
}

function waitText(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds / 60} min`
}

/** Where the time has too few launches for a verdict there is none. */
function differenceText({ smallestDifferences }: AaRecord, index: number, style: TerminalStyle): string {
  const difference = smallestDifferences[index]?.difference ?? null
  return difference === null ? glyphs(style).none : formatPercent(difference)
}

function biasText({ bias }: CalibrationRecord): string {
  const { equalsRatio, equalsBound, launches, differing } = bias
  const aa = `Over ${launches} launches the A/A ratio is ${equalsRatio.toFixed(4)}; with 95 % confidence its bias is below ${formatPercent(equalsBound)}.`
  if (differing.length === 0)
    return `${aa} No case differs. A longer calibration (--time) gives a smaller allowance.`
  return `${aa} These differ beyond chance: ${differing.join('; ')}.`
}

/** Where it was not told apart there is nothing to say. */
function kindLines({ kinds }: CalibrationRecord['bias']): string[] {
  if (kinds === undefined) return []
  const own = kinds.map(
    ({ kind, allowance, launches }) => `${kind}: ${formatPercent(allowance)} (n=${launches})`,
  )
  const rest =
    own.length === 0
      ? 'No kind of work had the five launches of each case that an allowance of its own takes.'
      : 'A comparison uses the allowance of its kind of work where the run shows that both sides are of it, and the largest otherwise.'
  return [...own, rest]
}

function partLines({ parts = [] }: CalibrationRecord, style: TerminalStyle): string[][] {
  if (parts.length === 0) return []
  const took = parts.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`)
  return [wrap([{ text: 'Time', role: 'title' }, `: ${took.join(', ')}.`], style, { rest: 2 }), []]
}

function advice(calibration: CalibrationRecord): Phrase[number][] {
  const { environment, stolenShare, bias, targets } = calibration
  const minutes = targets.flatMap(({ equals }) =>
    equals.map(
      ({ smallestDifferences }) => smallestDifferences.find(({ seconds }) => seconds === 60)?.difference,
    ),
  )
  const blind = minutes.filter(
    difference => difference === null || (difference ?? 0) > WANTED_DIFFERENCE,
  ).length
  const shared = (calibration.stalls ?? []).some(({ sharing }) => (sharing?.usedShare ?? 0) > MUCH_SHARED)
  const found = [
    ...environment.warnings.map(warning => sentence(recordWarningText(warning))),
    ...((stolenShare ?? 0) > MUCH_STOLEN
      ? ['Choose another time or another machine: the hypervisor gives the cores to others.']
      : []),
    ...(shared
      ? [
          'Repeat comparisons of unlike work in other hours, or choose a machine with whole cores: their ratios change while something else uses the other hardware thread.',
        ]
      : []),
    ...(bias.differing.length > 0
      ? ['Calibrate again: if the same cases differ, do not trust their comparisons here.']
      : []),
    ...(bias.allowance > LARGE_ALLOWANCE
      ? [
          `Calibrate longer (--time ${Math.max(600, 2 * Math.round(calibration.seconds))}): so large an allowance leaves little room for the verdict same.`,
        ]
      : []),
    ...(blind > 0
      ? [
          `For ${blind} of ${minutes.length} cases one minute cannot detect a difference of ${formatPercent(WANTED_DIFFERENCE)}: give comparisons more time (--time), or a quieter machine.`,
        ]
      : []),
  ]
  return found.length > 0 ? found : ['Nothing: this machine is fit to compare.']
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
