import type { CoreMeter, MeterReadings } from '@steelyard/launcher'
import type { Audit, ContenderLaunch, UnwatchedReason, Window } from '@steelyard/schedule'
import {
  type Claim,
  claimOnCpu,
  claimsOf,
  LEAST_STALLED_SHARE,
  latenessOf,
  pausesOf,
  type Span,
  stallsOf,
  sum,
} from '@steelyard/stats'

/** What a run has to look for stalls with, and what it has seen. */
interface Watching {
  readonly meter: CoreMeter
  readonly stallHistory: StallHistory
}

/** What may be lost of a window: with more, the meter's misses are too many. */
const MOST_CLAIMED = 0.2

/** Returns a watch over the core of a launch, which is off where there is no such core. */
export function watchOn(core: number | null, { meter, stallHistory }: Watching, isUntimed = false) {
  let off: UnwatchedReason = 'failed'
  const stop = async () => {
    const readings = await meter.stop()
    if (readings !== null) stallHistory.add(readings)
    return readings
  }
  return {
    /** Begins to look for stalls while contenders warm up. */
    async scout() {
      if (!isUntimed && core !== null) await meter.start(core)
    },
    /**
     * Begins to watch the window, where stalls were seen before: each wake-up of the meter slows the cases down, and unlike
     * ones unlike. All contenders and this process are where they stay.
     */
    async start() {
      if (isUntimed) return
      await stop()
      const { share } = stallHistory
      if (core === null) off = 'any-core'
      else if (share !== null && share < LEAST_STALLED_SHARE) off = 'few'
      else if ((await meter.start(core)).kind === null) off = 'no-meter'
    },
    /** Ends, and returns the launches with what stalls took from them. Ends once; later launches return as they are. */
    async end(launches: readonly ContenderLaunch[]): Promise<readonly ContenderLaunch[]> {
      const readings = await stop()
      if (isUntimed) return launches
      return readings === null
        ? launches.map(launch => ({ ...launch, stalls: { meter: 'off', why: off } }))
        : withStalls(launches, readings)
    },
  }
}

/** Returns the launches of one group, each window with what stalls took from it. */
export function withStalls(
  launches: readonly ContenderLaunch[],
  readings: MeterReadings,
): readonly ContenderLaunch[] {
  const lateness = latenessOf(readings)
  if (lateness === null) {
    return launches.map(launch => ({ ...launch, stalls: { meter: 'off', why: 'failed' } }))
  }
  const stalls = stallsOf(readings, lateness)
  const watched = { startNs: readings.sleptNs[0] ?? 0, endNs: readings.wokeNs.at(-1) ?? 0 }
  const { kind, periodNs } = readings
  const claims = launches.map(window => windowClaims(window, stalls, watched))
  const isVoid = isTooMuch(launches, claims)
  return launches.map((window, index) => {
    const own = claims[index] ?? []
    const cpuClaimedNs = own.map((claim, batch) => onCpu(claim, window, batch))
    return {
      ...window,
      audits: withoutMeter(window, readings),
      stalls: {
        ...{ meter: kind, periodNs, ...lateness, void: isVoid },
        claimedNs: own.map(claim => claim?.ns ?? null),
        counts: own.map(claim => claim?.stalls ?? null),
        cpuClaimedNs: cpuClaimedNs.some(ns => ns !== null) ? cpuClaimedNs : null,
      },
    }
  })
}

function windowClaims({ brackets = [] }: Window, stalls: readonly Span[], watched: Span): (Claim | null)[] {
  const known = brackets.flatMap(bracket => bracket ?? [])
  const claims = claimsOf(stalls, known, watched).values()
  return brackets.map(bracket => (bracket === null ? null : (claims.next().value ?? null)))
}

/** One rule for all contenders of a group: which of them the stalls fell on does not matter. */
function isTooMuch(windows: readonly Window[], claims: readonly (readonly (Claim | null)[])[]): boolean {
  const timedNs = sum(windows.flatMap(window => window.wallNs.map(ns => ns * window.iterationsPerBatch)))
  return sum(claims.flat().map(claim => claim?.ns ?? 0)) > MOST_CLAIMED * timedNs
}

function onCpu(claim: Claim | null, { wallNs, cpuNs, iterationsPerBatch }: Window, batch: number) {
  const cpuSampleNs = cpuNs[batch] ?? null
  if (claim === null || cpuSampleNs === null) return null
  return claimOnCpu(claim.ns, (wallNs[batch] ?? 0) * iterationsPerBatch, cpuSampleNs * iterationsPerBatch)
}

/** The kernel counts the meter in the main thread's waits; that wait is no contention. */
function withoutMeter({ audits, brackets = [] }: Window, { wokeNs, ownNs }: MeterReadings): (Audit | null)[] {
  return audits.map((audit, batch) => {
    const bracket = brackets[batch]
    if (!bracket || audit === null || audit.waitedNs === null) return audit
    const wakes = wokeNs.filter(ns => bracket.startNs <= ns && ns <= bracket.endNs)
    return { ...audit, waitedNs: Math.max(0, audit.waitedNs - wakes.length * ownNs) }
  })
}

/** What stalls took of the cores of a run, wherever they were watched so far. */
export class StallHistory {
  #watchedNs = 0
  #lostNs = 0

  add(readings: MeterReadings): void {
    const pauses = pausesOf(readings)
    if (pauses === null) return
    this.#watchedNs += pauses.watchedNs
    this.#lostNs += pauses.lostNs
  }

  /** How long a core was watched. */
  get watchedNs(): number {
    return this.#watchedNs
  }

  /** The share of the time that stalls took; null where none was watched. */
  get share(): number | null {
    return this.#watchedNs > 0 ? this.#lostNs / this.#watchedNs : null
  }
}
