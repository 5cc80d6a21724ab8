export interface TurnPacing {
  /** Length of a turn of load. */
  readonly turnMs: number
  /** Length of the first turn of each server, which is not kept. */
  readonly warmUpMs: number
  /** Turns of each server that are kept; even, so that every order is followed by its mirror. */
  readonly rounds: number
}

/** Start of all servers and their ends, before any launch has shown it. */
const START_MS = 1000

/** The check of the answer, and requests in flight when no more are sent: 1000 under heavy load. */
const BESIDE_TURN_MS = 70

/**
 * Under less load than this, optimising compilers have hardly begun: most of what is to be had of them comes within a
 * second and a half, on all four runtimes.
 */
const SHORTEST_WARM_UP_MS = 1000
const LONGEST_WARM_UP_MS = 2000
const WARM_UP_SHARE = 0.45

/** In less there are few requests; in more the machine changes meanwhile. */
const SHORTEST_TURN_MS = 100
const LONGEST_TURN_MS = 300

const FEWEST_ROUNDS = 2
const MOST_ROUNDS = 12

/**
 * Returns as many turns as fit into the time of a launch, and longer ones only then: what is noise in one turn is another
 * in the next.
 *
 * @param startMs what starts and ends have taken in the launches before
 * @param fixedMs how long a turn is, where what is sent in it has a length of its own; then there are as many as fit
 */
export function turnPacing(
  launchMs: number,
  servers: number,
  {
    startMs = START_MS,
    fixedMs = null,
  }: { readonly startMs?: number; readonly fixedMs?: number | null } = {},
): TurnPacing {
  const serverMs = (launchMs - startMs) / servers
  const warmUpMs =
    fixedMs ?? Math.round(within(WARM_UP_SHARE * serverMs, SHORTEST_WARM_UP_MS, LONGEST_WARM_UP_MS))
  const turnMsWith = (rounds: number) => (serverMs - warmUpMs - (rounds + 1) * BESIDE_TURN_MS) / rounds
  const leastMs = fixedMs ?? SHORTEST_TURN_MS
  let rounds = FEWEST_ROUNDS
  while (rounds < MOST_ROUNDS && turnMsWith(rounds + 2) >= leastMs) rounds += 2
  const turnMs = fixedMs ?? Math.round(within(turnMsWith(rounds), SHORTEST_TURN_MS, LONGEST_TURN_MS))
  return { turnMs, rounds, warmUpMs }
}

/** Returns what a launch took besides its turns. */
export function startOfLaunchMs(launchMs: number, servers: number, pacing: TurnPacing): number {
  return launchMs - turnsMs(servers, pacing)
}

/** Returns the shortest time of a launch of this many servers. */
export function shortestLaunchNs(servers: number): number {
  return (START_MS + turnsMs(servers, turnPacing(0, servers))) * 1e6
}

function turnsMs(servers: number, { turnMs, rounds, warmUpMs }: TurnPacing): number {
  return servers * (warmUpMs + rounds * turnMs + (rounds + 1) * BESIDE_TURN_MS)
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
