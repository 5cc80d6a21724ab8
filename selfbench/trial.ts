import type { RuntimeName } from '@steelyard/runners'
import { mean, median } from '@steelyard/stats'
import type { CaseName } from './cases/index.js'
import { startTool } from './start-tool.ts'
import type { Interval, Output, Reading, Tool, ToolVerdict } from './tools/tool.ts'
import { byIntervals } from './tools/verdicts.ts'

export type Figure = 'aa' | 'power' | 'linearity' | 'floor'

/**
 * How a peer is used: both cases in one file and one process, as its users do; each side in a process of its own,
 * one after the other; the same on one core; and on one core in ten or more pairs of processes in turn.
 */
export type Variant = 'as-it-comes' | 'apart' | 'pinned' | 'relaunched'

/** What is asked of every contestant alike. */
export interface Situation {
  readonly figure: Figure
  readonly case: CaseName
  /** Work of the one side, as a multiple of the other's; 1 for A/A. */
  readonly factor: number
  /** Which side has more work; null when both have as much, or there is only one. */
  readonly heavier: 0 | 1 | null
}

/** Who is asked: a tool in a runtime, used in one way. */
export interface Contestant {
  readonly tool: Tool
  readonly runtime: RuntimeName
  readonly binary: string
  readonly variant: Variant
}

/** One start of a tool within a trial. */
export interface Launch {
  /** Which sides it measured, in its order: 0 for a, 1 for b. */
  readonly sides: readonly number[]
  readonly readings: readonly Reading[]
  readonly wallSeconds: number
}

/** The output of one contestant in one situation. */
export interface Outcome {
  readonly launches: readonly Launch[]
  readonly wallSeconds: number
  /** log(b ÷ a) by statistic; of the relaunched also by how the launches were put together. */
  readonly logRatios: Readonly<Record<string, number>>
  /** The headline of each side, in nanoseconds per call. */
  readonly costNs: readonly number[]
  readonly verdict: ToolVerdict | null
  /** Interval of b ÷ a by the headline, from a tool that gives it with the ratio itself. */
  readonly ratioInterval?: Interval
  /** Time of all timed batches together, from a tool that reports it. */
  readonly timedSeconds?: number
  /** The share of the last launch's batches that stalls of the core took, from a tool that observes them. */
  readonly stalledShare?: number
}

/** Pairs of processes of a relaunched trial. */
const PAIRS = 10
const LEAST_SECONDS = 0.05

/**
 * Runs one trial: one contestant, one situation, within the time.
 *
 * @param overheadSeconds the expected overhead of a launch
 * @param core that the pinned variants are held on; null where nothing can be pinned
 * @throws ToolError
 */
export async function runTrial(
  contestant: Contestant,
  situation: Situation,
  options: {
    readonly seconds: number
    readonly overheadSeconds: number
    readonly core: number | null
    readonly seed: number
    readonly signal: AbortSignal
  },
): Promise<Outcome> {
  const { tool, runtime, binary, variant } = contestant
  const sides = sidesOf(situation)
  const core = variant === 'pinned' || variant === 'relaunched' ? options.core : null
  const launches: Launch[] = []
  let verdict: ToolVerdict | null = null
  let ratios: Output['ratios'] = null
  let ratioInterval: Interval | undefined
  let timedSeconds: number | undefined
  let stalledShare: number | undefined
  const beginMs = performance.now()
  const elapsed = () => (performance.now() - beginMs) / 1000
  for (const phase of phasesOf(variant, sides.length, tool.takesSeconds)) {
    do {
      for (const measured of phase.launches) {
        options.signal.throwIfAborted()
        const share = (options.seconds * phase.share) / phase.launches.length
        const started = await startTool(
          tool,
          {
            sides: measured.map(index => sides[index] ?? sides[0]),
            seconds: Math.max(LEAST_SECONDS, share - options.overheadSeconds),
            runtime,
            binary,
            seed: options.seed,
          },
          core,
        )
        const { output, wallSeconds } = started
        launches.push({ sides: measured, readings: output.readings, wallSeconds })
        verdict = output.verdict
        ratios = output.ratios
        ratioInterval = output.ratioInterval
        stalledShare = output.stalledShare
        if (output.timedSeconds !== undefined) timedSeconds = (timedSeconds ?? 0) + output.timedSeconds
      }
      // Once more, if it would be over nearer to the end than it is now.
    } while (
      phase.repeats &&
      elapsed() + lastSeconds(launches, phase.launches.length) / 2 < options.seconds * phase.until
    )
  }
  return {
    launches,
    wallSeconds: elapsed(),
    logRatios: ratios ? mapValues(ratios, Math.log) : logRatiosOf(launches, variant === 'relaunched'),
    costNs: sides.map((_, side) => mean(costsOf(launches, side, tool.headline))),
    verdict: verdictOf(tool, launches, verdict),
    ...(ratioInterval ? { ratioInterval } : {}),
    ...(timedSeconds === undefined ? {} : { timedSeconds }),
    ...(stalledShare === undefined ? {} : { stalledShare }),
  }
}

/** Returns the two sides of a situation, or the one of the floor. */
export function sidesOf({ figure, case: name, factor, heavier }: Situation) {
  const side = (index: 0 | 1) => ({ case: name, factor: heavier === index ? factor : 1 })
  return figure === 'floor' ? ([side(0)] as const) : ([side(0), side(1)] as const)
}

/** A stretch of a trial: its launches, done once or again and again. */
interface Phase {
  readonly launches: readonly (readonly number[])[]
  /** Share of the trial's time for one pass over the launches. */
  readonly share: number
  readonly repeats: boolean
  /** When repeating ends, as a share of the trial's time. */
  readonly until: number
}

/** Returns what a variant starts, and when. A tool without an option for its time repeats until it is over. */
export function phasesOf(variant: Variant, sides: number, takesSeconds: boolean): Phase[] {
  const repeats = !takesSeconds
  const all = Array.from({ length: sides }, (_, index) => index)
  if (variant === 'as-it-comes') return [{ launches: [all], share: 1, repeats, until: 1 }]
  if (variant === 'relaunched') {
    const turns = [all, all.toReversed()]
    if (repeats) {
      return [{ launches: turns.flatMap(turn => turn.map(side => [side])), share: 1, repeats, until: 1 }]
    }
    return Array.from({ length: PAIRS }, (_, pair) => ({
      launches: (turns[pair % 2] ?? all).map(side => [side]),
      share: 1 / PAIRS,
      repeats,
      until: 1,
    }))
  }
  return all.map(side => ({
    launches: [[side]],
    share: 1 / sides,
    repeats,
    until: (side + 1) / sides,
  }))
}

function lastSeconds(launches: readonly Launch[], count: number): number {
  return launches.slice(-count).reduce((sum, { wallSeconds }) => sum + wallSeconds, 0)
}

const TOGETHER: Readonly<Record<string, (values: readonly number[]) => number>> = {
  mean,
  median,
  min: values => Math.min(...values),
}

/** Returns log(b ÷ a) of every statistic; where there are many launches, put together in every way one might. */
export function logRatiosOf(launches: readonly Launch[], relaunched: boolean): Record<string, number> {
  const names = Object.keys(launches[0]?.readings[0]?.costNs ?? {})
  const together = relaunched ? Object.entries(TOGETHER) : [['', mean] as const]
  return Object.fromEntries(
    names.flatMap(name =>
      together.flatMap(([how, put]) => {
        const [a, b] = [0, 1].map(side => costsOf(launches, side, name))
        if (!a?.length || !b?.length) return []
        return [[how === '' ? name : `${name}, ${how} of launches`, Math.log(put(b) / put(a))]]
      }),
    ),
  )
}

function costsOf(launches: readonly Launch[], side: number, statistic: string): number[] {
  return launches.flatMap(({ sides, readings }) => {
    const cost = readings[sides.indexOf(side)]?.costNs[statistic]
    return cost === undefined ? [] : [cost]
  })
}

function verdictOf(tool: Tool, launches: readonly Launch[], told: ToolVerdict | null): ToolVerdict | null {
  // Of several runs of a command, the last one that was read counts.
  if (launches.every(({ sides }) => sides.length > 1)) return told
  // Two processes, one for each side: a reader can compare their intervals.
  const [a, b] = launches.map(({ readings }) => readings[0])
  return tool.comparesIntervals && launches.length === 2 && a && b ? byIntervals(a, b) : null
}

function mapValues(values: Readonly<Record<string, number>>, change: (value: number) => number) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
