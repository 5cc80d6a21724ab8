import { median, type Random } from '@steelyard/stats'
import type { Batch, Contender } from './batch.ts'
import { circuit } from './circuit.ts'
import type { Pacing } from './pacing.ts'
import { iterationsPerBatch, type WarmUp, warmUp } from './warm-up.ts'

/** What one contender gave in one launch. */
export interface ContenderLaunch {
  readonly iterationsPerBatch: number
  /** Position of each sample in the launch's sequence of batches. */
  readonly order: readonly number[]
  /** Wall and CPU time of each batch ÷ iterations, the cost of the channel taken out. */
  readonly wallNs: readonly number[]
  readonly cpuNs: readonly (number | null)[]
  readonly warmup: WarmUp
  /** Median of the null batches. */
  readonly nullBatch: Batch
}

/** A contender that was lost in a launch, and the launch with it. */
export class ContenderLost extends Error {
  /** Index in the group. */
  readonly contender: number

  constructor(contender: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ContenderLost'
    this.contender = contender
  }
}

const FIRST_NULL_BATCHES = 3
const NULL_BATCHES = 9

/** Fewer batches than this make no sample, however long an iteration is. */
const MINIMUM_BATCHES = 4

/**
 * Weighs the contenders of a group, which have all started: warm-up of each, null batches, then timed batches in
 * balanced order, as many of each contender.
 *
 * @throws ContenderLost when one of them fails
 */
export async function conductLaunch(
  contenders: readonly Contender[],
  pacing: Pacing,
  random: Random,
): Promise<ContenderLaunch[]> {
  const run = async (index: number, iterations: number): Promise<Batch> => {
    try {
      const contender = contenders[index]
      if (!contender) throw new RangeError(`no contender ${index}`)
      return await contender.run(iterations)
    } catch (error) {
      throw new ContenderLost(index, error)
    }
  }
  const indexes = contenders.map((_, index) => index)

  const warmups: WarmUp[] = []
  for (const index of random.shuffle(indexes)) {
    const nulls = await nullBatches(() => run(index, 0), FIRST_NULL_BATCHES)
    warmups[index] = await warmUp({ run: iterations => run(index, iterations) }, nulls.wallNs, pacing)
  }
  const scales = warmups.map(({ iterationNs }) => ({
    iterations: iterationsPerBatch(iterationNs, pacing.batchNs),
    leadIn: Math.ceil(pacing.leadInNs / iterationNs),
  }))
  const leadIn = (index: number) => run(index, scales[index]?.leadIn ?? 1)

  const nulls: Batch[] = []
  for (const index of indexes) {
    nulls[index] = await nullBatches(async () => {
      await leadIn(index)
      return run(index, 0)
    }, NULL_BATCHES)
  }

  const samples = indexes.map(() => ({ order: [] as number[], batches: [] as Batch[] }))
  const first = random.integer(contenders.length)
  let position = 0
  for (let round = 0; round < roundsOf(warmups, pacing); round++) {
    for (const index of circuit(contenders.length, first, random)) {
      await leadIn(index)
      const batch = await run(index, scales[index]?.iterations ?? 1)
      samples[index]?.order.push(position++)
      samples[index]?.batches.push(batch)
    }
  }
  return samples.map(({ order, batches }, index) => {
    const iterations = scales[index]?.iterations ?? 1
    const nullBatch = nulls[index] ?? { wallNs: 0, hostNs: 0, cpuNs: null }
    return {
      iterationsPerBatch: iterations,
      order,
      wallNs: batches.map(({ wallNs }) => (wallNs - nullBatch.wallNs) / iterations),
      cpuNs: batches.map(({ cpuNs }) =>
        cpuNs === null || nullBatch.cpuNs === null ? null : (cpuNs - nullBatch.cpuNs) / iterations,
      ),
      warmup: warmups[index] as WarmUp,
      nullBatch,
    }
  })
}

/** Returns how many rounds fill the timed part: a round has count−1 batches of each contender. */
function roundsOf(warmups: readonly WarmUp[], pacing: Pacing): number {
  const longest = Math.max(pacing.batchNs, ...warmups.map(({ iterationNs }) => iterationNs))
  const batches = Math.max(MINIMUM_BATCHES, pacing.timedNs / (longest + pacing.leadInNs))
  return Math.ceil(batches / Math.max(1, warmups.length - 1))
}

async function nullBatches(run: () => Promise<Batch>, count: number): Promise<Batch> {
  const batches: Batch[] = []
  for (let i = 0; i < count; i++) batches.push(await run())
  const cpu = batches.flatMap(({ cpuNs }) => (cpuNs === null ? [] : [cpuNs]))
  return {
    wallNs: median(batches.map(({ wallNs }) => wallNs)),
    hostNs: median(batches.map(({ hostNs }) => hostNs)),
    cpuNs: cpu.length > 0 ? median(cpu) : null,
  }
}
