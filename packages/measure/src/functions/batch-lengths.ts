import type { Window } from '@steelyard/schedule'
import { launchNoise, ratioFromLogs } from '@steelyard/stats'

/** Batches of the usual length T and of 2 T. */
export const LENGTH_FACTORS = [1, 2] as const

/**
 * Returns how many times as long as usual the batches of a launch are, by its number in the group, from 0: of two factors
 * the first, the second, the second, the first, and so on, so that what changes slowly on the machine meets both alike.
 */
export function batchFactorOf(launch: number, factors: readonly number[]): number {
  const round = Math.floor(launch / factors.length)
  const turn = launch % factors.length
  return factors.at(round % 2 === 0 ? turn : -1 - turn) ?? 1
}

/** A launch that both sides of a pair were in, by its number in their group. */
interface NumberedPair {
  readonly head: Samples
  readonly base: Samples & { readonly launch: number }
}

type Samples = Pick<Window, 'wallNs' | 'cpuNs'>

/**
 * Returns what head is to base in batches of T and of 2 T, of launches with LENGTH_FACTORS. Each launch is compared
 * with the next one, so that a slow change of the machine is not taken for an effect of the length. Null with fewer than
 * two such pairs of launches.
 */
export function lengthsOf(launches: readonly NumberedPair[]) {
  const neighbours = Map.groupBy(launches, ({ base }) => Math.floor(base.launch / LENGTH_FACTORS.length))
  const pairs = [...neighbours.values()].flatMap(pair => {
    const [once, twice] = LENGTH_FACTORS.map(factor => {
      const launch = pair.find(({ base }) => batchFactorOf(base.launch, LENGTH_FACTORS) === factor)
      return launch ? launchNoise(launch.head.wallNs, launch.base.wallNs) : null
    })
    return once && twice ? [{ once: once.logRatio, twice: twice.logRatio }] : []
  })
  const once = ratioFromLogs(pairs.map(pair => pair.once))
  const twice = ratioFromLogs(pairs.map(pair => pair.twice))
  const apart = ratioFromLogs(pairs.map(pair => pair.once - pair.twice))
  return once && twice && apart ? { once, twice, apart } : null
}
