import type { Random } from '../src/distributions/random.ts'

/** Returns one draw of a distribution. */
export type Noise = (random: Random) => number

/** Normal with mean 0 and standard deviation 1 (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Student's t with 3 degrees of freedom: mean 0, heavy tails on both sides. */
export function heavyTailed(random: Random): number {
  const chiSquared = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2
  return normal(random) / Math.sqrt(chiSquared / 3)
}

/** Exponential moved to mean 0, standard deviation 1: skewness 2, a long tail on the slow side. */
export function skewed(random: Random): number {
  return -Math.log(1 - random.next()) - 1
}

/** Returns `count` draws. */
export function draws(count: number, noise: Noise, random: Random): number[] {
  return Array.from({ length: count }, () => noise(random))
}

/** Returns the share, from 0 to 1, of `trials` in which `happens` is true. */
export function shareOf(trials: number, happens: () => boolean): number {
  return Array.from({ length: trials }, happens).filter(Boolean).length / trials
}
