import { createRandom, type Decision, decide, type Rules } from '@steelyard/stats'
import { candidateOf, type LaunchPair } from '../../analysis/src/candidate.ts'
import { conductLaunch } from '../src/launch/conduct-launch.ts'
import type { ContenderLaunch } from '../src/launch/window.ts'
import { conductRun, type RunEnd, type Stopping } from '../src/run/conduct-run.ts'
import { pacingFor, WINDOW_NS } from '../src/run/pacing.ts'
import type { NoiseModel } from './launch-noise.ts'
import { NoisyCore, type Refill } from './noisy-core.ts'

const ITERATION_NS = 1e6

/** Longer than usual: fewer batches take less to simulate. */
const BATCH_NS = 10e6

/** Start and end of a process, without its warm-up. */
const START_NS = 100e6

export interface SimulatedRun {
  readonly noise: NoiseModel
  /** True ratio of head to base. */
  readonly ratio: number
  readonly seed: number
  readonly stopping: Stopping
  readonly batchNs?: number
  readonly iterationNs?: number
  /** The cost of a return to the core for head and base. */
  readonly refills?: { readonly head: Refill; readonly base: Refill }
}

/** The outcome of a simulated run. */
export interface RunOutcome {
  readonly launches: readonly LaunchPair[]
  readonly elapsedNs: number
  readonly end: RunEnd
}

/** Runs the schedule as the command does, with a pair of contenders that are noise around a known ratio. */
export async function simulateRun(options: SimulatedRun): Promise<RunOutcome> {
  const { noise, ratio, seed, stopping, refills } = options
  const { batchNs = BATCH_NS, iterationNs = ITERATION_NS } = options
  const random = createRandom(seed)
  const core = new NoisyCore(random, noise.hasNeighbour)
  const drawLaunch = noise.ofRun(random)
  const launches: LaunchPair[] = []
  const now = () => core.nowNs

  const launch = async (): Promise<readonly ContenderLaunch[]> => {
    const { head, base } = drawLaunch(random)
    core.nowNs += 2 * START_NS
    const contenders = [
      { iterationNs, factor: base, ...(refills ? { refill: refills.base } : {}) },
      { iterationNs: iterationNs * ratio, factor: head, ...(refills ? { refill: refills.head } : {}) },
    ].map(side => core.contender(side))
    const measured = await conductLaunch({
      contenders,
      lanes: [[0], [1]],
      gather: async () => {},
      pacing: pacingFor(WINDOW_NS, batchNs),
      random,
    })
    launches.push(pairOf(measured))
    return measured
  }

  const { end } = await conductRun({ pairs: [1], metric: 'wall', stopping, random, now, launch })
  return { launches, elapsedNs: now(), end }
}

/** Returns the decision of the rules on a run. */
export function decisionOf({ launches }: RunOutcome, rules: Rules): Decision {
  const [decision] = decide([candidateOf(launches, 'wall')], rules)
  if (!decision) throw new Error('no decision for a candidate')
  return decision
}

function pairOf([base, head]: readonly ContenderLaunch[]): LaunchPair {
  if (!base || !head) throw new Error('a launch of two contenders gave fewer')
  return { head, base }
}
