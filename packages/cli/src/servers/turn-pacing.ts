/** How a launch of servers spends its time. */
export interface TurnPacing {
  /** Length of a turn of load, the warm-up being one of them. */
  readonly turnMs: number
  /** Turns of each server that are kept; even, so that every order is followed by its mirror. */
  readonly rounds: number
}

/** Start of all servers and their ends; connections of a turn, and what is under way when it ends. */
const START_MS = 900
const BESIDE_TURN_MS = 130

/** In less there is mostly connecting; in more the machine changes meanwhile. */
const SHORTEST_TURN_MS = 150
const LONGEST_TURN_MS = 1000

const FEWEST_ROUNDS = 2
const MOST_ROUNDS = 8

/** Returns as few and as long turns as fit into the time of a launch. */
export function turnPacing(launchMs: number, servers: number): TurnPacing {
  const turnMsWith = (rounds: number) => (launchMs - START_MS) / (servers * (rounds + 1)) - BESIDE_TURN_MS
  let rounds = FEWEST_ROUNDS
  while (rounds < MOST_ROUNDS && turnMsWith(rounds) > LONGEST_TURN_MS) rounds += 2
  const turnMs = Math.round(Math.min(Math.max(turnMsWith(rounds), SHORTEST_TURN_MS), LONGEST_TURN_MS))
  return { turnMs, rounds }
}
