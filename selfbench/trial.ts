import type { RuntimeName } from '@steelyard/runners'
import { mean } from '@steelyard/stats'
import type { CaseName } from './cases/index.js'
import { startTool } from './start-tool.ts'
import type { Output, Tool } from './tools/tool.ts'

export type Figure = 'aa' | 'power'

/** What is asked of every contestant alike. */
export interface Situation {
  readonly figure: Figure
  readonly case: CaseName
  /** Work of the one side, as a multiple of the other's; 1 for A/A. */
  readonly factor: number
  /** The side that has more work; null when both have as much. */
  readonly heavier: 0 | 1 | null
}

/** A tool in a runtime. Both sides are in one file and one process, as its users write them. */
export interface Contestant {
  readonly tool: Tool
  readonly runtime: RuntimeName
  readonly binary: string
}

/** One start of a tool within a trial. */
export interface Launch extends Pick<Output, 'readings'> {
  readonly wallSeconds: number
}

/** The output of one contestant in one situation; of several launches, the verdict of the last. */
export interface Outcome extends Omit<Output, 'readings' | 'ratios'> {
  readonly launches: readonly Launch[]
  readonly wallSeconds: number
  /** log(b ÷ a) by statistic. */
  readonly logRatios: Readonly<Record<string, number>>
}

const LEAST_SECONDS = 0.05

/** Runs one trial; a tool without an option for its time is started again until the time is over. Throws ToolErrors. */
export async function runTrial(
  { tool, runtime, binary }: Contestant,
  situation: Situation,
  options: {
    readonly seconds: number
    readonly overheadSeconds: number
    readonly seed: number
    readonly signal: AbortSignal
  },
): Promise<Outcome> {
  const { seconds: totalSeconds, overheadSeconds, seed, signal } = options
  const sides = sidesOf(situation)
  const seconds = Math.max(LEAST_SECONDS, totalSeconds - overheadSeconds)
  const launches: Launch[] = []
  const beginMs = performance.now()
  const elapsed = () => (performance.now() - beginMs) / 1000
  for (;;) {
    signal.throwIfAborted()
    const { output, wallSeconds } = await startTool(tool, { sides, seconds, runtime, binary, seed })
    const { readings, ratios, ...rest } = output
    launches.push({ readings, wallSeconds })
    // Once more, if it would be over nearer to the end than it is now.
    if (tool.choosesTime && elapsed() + wallSeconds / 2 < totalSeconds) continue
    const logRatios = ratios
      ? Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Math.log(ratio)]))
      : logRatiosOf(launches)
    return { ...rest, launches, wallSeconds: elapsed(), logRatios }
  }
}

export function sidesOf({ case: name, factor, heavier }: Situation) {
  const side = (index: 0 | 1) => ({ case: name, factor: heavier === index ? factor : 1 })
  return [side(0), side(1)] as const
}

/** Returns log(b ÷ a) of every statistic, of the means over launches. */
export function logRatiosOf(launches: readonly Launch[]): Record<string, number> {
  const costsOf = (side: number, statistic: string) =>
    launches.flatMap(({ readings }) => readings[side]?.costNs[statistic] ?? [])
  return Object.fromEntries(
    Object.keys(launches[0]?.readings[0]?.costNs ?? {}).flatMap(name => {
      const [a, b] = [costsOf(0, name), costsOf(1, name)]
      return a.length > 0 && b.length > 0 ? [[name, Math.log(mean(b) / mean(a))]] : []
    }),
  )
}
