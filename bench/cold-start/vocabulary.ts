export type Random = () => number

const WORDS =
  'get set is has make create resolve check visit emit parse bind type node symbol source file module name value list map index range token kind flag option context scope block statement expression declaration property member parameter argument signature union literal template string number array object class interface import export default async await promise request response header body stream buffer chunk state store cache key path route handler middleware error message status code event listener target current previous next parent child first last start end length count offset position line column text character comment trivia space format print write read open close update insert remove replace find filter reduce collect merge split join compare equal assign copy clone freeze access inherit extend override implement abstract static private public protected readonly optional required strict loose narrow widen infer constrain instantiate substitute transform lower raise hoist rename mangle fold inline expand flatten normalise encode decode escape quote trim pad slice'.split(
    ' ',
  )

/** Returns one of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

/** Returns a number of words as one name in camel case. */
export function wordsOf(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const word = pick(random, WORDS)
    return at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)
  }).join('')
}

/** Returns a whole number, small ones more often, as in code. */
export function numberOf(random: Random): number {
  return Math.floor(10 ** (random() * 4))
}

/** Returns what `make` gives, at least `least` times and at most `most`; it gets its index, from 0. */
export function draw<T>(random: Random, least: number, most: number, make: (at: number) => T): T[] {
  return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, (_, at) => make(at))
}
