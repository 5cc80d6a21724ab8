import {
  type EstimateRecord,
  paramsJson,
  type SeriesKey,
  type TimelineCause,
  type TimelineFile,
  type TimelineGap,
  type TimelineLine,
  type TimelineRelease,
  type TimelineStep,
} from '@steelyard/record'
import {
  type Candidate,
  closeLoops,
  confirmSteps,
  HOURS_APART_MS,
  LAG_ONE,
  longestChain,
  PLANNED_LAUNCHES,
  ratioFromLogs,
  ratioFromSumOfMeans,
  type StepFinding,
} from '@steelyard/stats'

/** Launches of every step: one that stops on its verdict would bias a chain. */
export const STEP_LAUNCHES = PLANNED_LAUNCHES
const RULES = {
  ...{ threshold: 0.01, biasAllowance: 0, minimumLaunches: STEP_LAUNCHES, quick: false },
  looks: { first: STEP_LAUNCHES, planned: STEP_LAUNCHES, lagOne: LAG_ONE },
}
/** Logs of lines are in hundred-thousandths. */
const LOG_UNIT = 1e-5

/** A release and the one before it in a series. */
export interface SeriesStep {
  readonly base: TimelineRelease
  readonly head: TimelineRelease
  /** Its lines, the oldest first; the second is hours later. */
  readonly sessions: readonly TimelineStep[]
  /** Head ÷ base: of the second session where there is one. */
  readonly ratio: EstimateRecord
  readonly finding: StepFinding
  /** Where the change is and what it is in; null where that was not looked for. */
  readonly cause: TimelineCause | null
}

/** One case on the releases of one runtime, on one machine and by one method. */
export interface TimelineSeries {
  readonly runtime: string
  readonly suite: string
  readonly key: SeriesKey
  /** The longest chain of steps, in the order of releases. */
  readonly steps: readonly SeriesStep[]
  /** Ratio of each step's head to the first release of the series. */
  readonly levels: readonly EstimateRecord[]
  /** The last of several releases against the first, in launches of their own. */
  readonly anchors: ReturnType<typeof anchorsOf>
  readonly gaps: readonly TimelineGap[]
  /** Whether a later line of the same case and machine has another text or method. */
  readonly isSuperseded: boolean
}

export function keyText({ params, ...key }: SeriesKey): string {
  return JSON.stringify([key.case, paramsJson(params), key.cpuId, key.code, key.estimator, key.windowNs])
}

/** Orders versions by their numbers, which for workerd are dates. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

export function isGap(line: TimelineLine): line is TimelineGap {
  return 'gap' in line
}

export function isStep(line: TimelineLine): line is TimelineStep {
  return 'logs' in line
}

export function isCause(line: TimelineLine): line is TimelineCause {
  return 'good' in line
}

/** Returns head ÷ base of a line; null where it has none. */
export function ratioOf({ logs }: TimelineStep): EstimateRecord | null {
  return ratioFromLogs(inUnits(logs))
}

/** Returns the series of a file, those of one case next to each other. */
export function seriesOf({ runtime, suite, lines }: TimelineFile): TimelineSeries[] {
  const byKey = Map.groupBy(lines, keyText)
  const newest = new Map(
    lines.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(line => [subjectOf(line), keyText(line)] as const),
  )
  return [...byKey]
    .toSorted(([a], [b]) => byVersion(a, b))
    .flatMap(([text, own]) => {
      const [line] = own
      if (line === undefined) return []
      const { case: caseId, params, code, estimator, windowNs, cpuId } = line
      const key = { case: caseId, params, code, estimator, windowNs, cpuId }
      const isSuperseded = newest.get(subjectOf(line)) !== text
      return [{ runtime, suite, key, ...chainedOf(own), gaps: own.filter(isGap), isSuperseded }]
    })
}

function subjectOf({ case: caseId, params, cpuId }: SeriesKey): string {
  return JSON.stringify([caseId, paramsJson(params), cpuId])
}

function chainedOf(lines: readonly TimelineLine[]): Pick<TimelineSeries, 'steps' | 'levels' | 'anchors'> {
  const usable = lines.filter(isStep).filter(({ fault, logs }) => fault === null && logs.length > 1)
  const pairs = [...Map.groupBy(usable, stepName).values()].map(sessionsOf)
  const places = placesOf(usable)
  const links = pairs.map(([step]) => ({
    base: places.get(step.base.version) ?? 0,
    head: places.get(step.head.version) ?? 0,
  }))
  const chain = longestChain(links)
  const chained = chain.flatMap(index => (pairs[index] ? [pairs[index]] : []))
  const candidates = chained.map(sessions => sessions.map(candidateOf))
  const findings = confirmSteps(candidates, RULES)
  const steps = chained.flatMap((sessions, index) => {
    const [finding, ratio] = [findings[index], ratioFromLogs(inUnits(sessions.at(-1)?.logs ?? []))]
    const [{ base, head }] = sessions
    const cause = lines.filter(isCause).findLast(line => stepName(line) === stepName({ base, head })) ?? null
    return finding && ratio ? [{ base, head, sessions, ratio, finding, cause }] : []
  })
  const levels = steps.flatMap(
    (_, index) => ratioFromSumOfMeans(chained.slice(0, index + 1).map(firstLogs)) ?? [],
  )
  const others = pairs.filter((_, index) => !chain.includes(index))
  return { steps, levels, anchors: anchorsOf(others, chained) }
}

type Sessions = readonly [TimelineStep, ...TimelineStep[]]

/** The first line, and the first that is hours later. */
function sessionsOf(lines: readonly TimelineStep[]): Sessions {
  const [first, ...others] = lines.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  if (first === undefined) throw new Error('a step has a line')
  const second = others.find(({ at }) => isLater(first.at, at))
  return second === undefined ? [first] : [first, second]
}

/** Whether the machine may have been in another state by then. */
export function isLater(before: string, after: string): boolean {
  return Date.parse(after) - Date.parse(before) >= HOURS_APART_MS
}

export function stepName({ base, head }: Pick<SeriesStep, 'base' | 'head'>): string {
  return `${base.version} ${head.version}`
}

function placesOf(steps: readonly TimelineStep[]): ReadonlyMap<string, number> {
  const versions = new Set(steps.flatMap(({ base, head }) => [base.version, head.version]))
  return new Map([...versions].toSorted(byVersion).map((version, index) => [version, index]))
}

/** Anchors whose ends are both in the chain. */
function anchorsOf(others: readonly Sessions[], chained: readonly Sessions[]) {
  const closed = others.flatMap(sessions => {
    const [{ base, head, biasAllowance }] = sessions
    const from = chained.findIndex(([step]) => step.base.version === base.version)
    const to = chained.findIndex(([step]) => step.head.version === head.version)
    const ratio = ratioFromLogs(firstLogs(sessions))
    if (from < 0 || to < from || ratio === null) return []
    const loop = {
      steps: chained.slice(from, to + 1).map(firstLogs),
      anchor: firstLogs(sessions),
      biasAllowance,
    }
    return [{ base, head, ratio, loop }]
  })
  const found = closeLoops(closed.map(({ loop }) => loop))
  return closed.flatMap(({ loop: _, ...anchor }, index) => {
    const finding = found[index]
    // The loop is chain ÷ anchor.
    return finding ? [{ ...anchor, loop: finding.ratio, isOpen: finding.isOpen }] : []
  })
}

function candidateOf({ logs, driftingShare, biasAllowance }: TimelineStep): Candidate {
  return { logRatios: inUnits(logs), medianLogRatios: [], driftingShare, biasAllowance }
}

/** Every step has a first session; which have a second depends on what the first found, and a chain of these is biased. */
function firstLogs([{ logs }]: Sessions): number[] {
  return inUnits(logs)
}

function inUnits(logs: readonly number[]): number[] {
  return logs.map(log => log * LOG_UNIT)
}

/** Returns log ratios as a line holds them. */
export function inLineUnits(logRatios: readonly number[]): number[] {
  return logRatios.map(log => Math.round(log / LOG_UNIT))
}
