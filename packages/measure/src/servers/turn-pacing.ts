import type { Random } from '@steelyard/stats'

export interface TurnPacing {
  readonly warmUp: WarmUpPacing
  readonly turnMs: number
  /** Turns of each server that are kept; even, so that every order is followed by its mirror. */
  readonly rounds: number
}

/** Length of a turn in the warm-up of a server, and the longest of all together. */
export interface WarmUpPacing {
  readonly turnMs: number
  readonly longestMs: number
}

/** Start of all servers and their ends, before any launch has shown it. */
const START_MS = 1000

/** The check of the answer, and requests in flight when no more are sent: 1000 under heavy load. */
const BESIDE_TURN_MS = 70

/** A warm-up ends when as many turns cost what as many before cost: Deno's and Bun's oak fall for 0.6 s, Node's for 0.9 s. */
export const WARM_UP_WINDOW = 3
const WARM_UP_TURN_MS = 200
const LONGEST_WARM_UP_MS = 4000

/** In less there are few requests; in more the machine changes meanwhile. */
const SHORTEST_TURN_MS = 100
const LONGEST_TURN_MS = 300

const FEWEST_ROUNDS = 2
const MOST_ROUNDS = 12

/**
 * Returns as many turns as fit into the time of a launch, and longer ones only then: what is noise in one turn is another
 * in the next. `startMs` is what starts and ends took in the launches before; `fixedMs` is how long a turn is where what
 * is sent in it has a length of its own: then there are as many as fit.
 */
export function turnPacing(
  launchMs: number,
  servers: number,
  fixedMs: number | null = null,
  startMs: number = START_MS,
): TurnPacing {
  const serverMs = (launchMs - startMs) / servers
  const warmUp = { turnMs: fixedMs ?? WARM_UP_TURN_MS, longestMs: LONGEST_WARM_UP_MS }
  const turnMsWith = (rounds: number) => (serverMs - warmUpMsOf(warmUp) - rounds * BESIDE_TURN_MS) / rounds
  const leastMs = fixedMs ?? SHORTEST_TURN_MS
  let rounds = FEWEST_ROUNDS
  while (rounds < MOST_ROUNDS && turnMsWith(rounds + 2) >= leastMs) rounds += 2
  const fittingMs = Math.max(turnMsWith(rounds), SHORTEST_TURN_MS)
  const turnMs = fixedMs ?? Math.round(Math.min(fittingMs, LONGEST_TURN_MS))
  return { warmUp, turnMs, rounds }
}

/** Returns what a launch took besides its turns. */
export function startOfLaunchMs(launchMs: number, servers: number, pacing: TurnPacing): number {
  return launchMs - turnsMs(servers, pacing)
}

/** Returns the shortest time of a launch of this many servers. */
export function shortestLaunchNs(servers: number): number {
  return (START_MS + turnsMs(servers, turnPacing(0, servers))) * 1e6
}

function turnsMs(servers: number, { warmUp, turnMs, rounds }: TurnPacing): number {
  return servers * (warmUpMsOf(warmUp) + rounds * (turnMs + BESIDE_TURN_MS))
}

/** Returns the shortest time of a warm-up, with what lies between its turns. */
function warmUpMsOf({ turnMs }: WarmUpPacing): number {
  return 2 * WARM_UP_WINDOW * (turnMs + BESIDE_TURN_MS)
}

/**
 * Returns the order of turns: a random order of all servers, then its mirror, again and again. An even drift
 * over two rounds affects all alike.
 */
export function turnOrder(servers: number, rounds: number, random: Random): number[] {
  const order: number[] = []
  for (let round = 0; round < rounds; round += 2) {
    const forth = random.shuffle(Array.from({ length: servers }, (_, index) => index))
    order.push(...forth, ...forth.toReversed())
  }
  return order
}
