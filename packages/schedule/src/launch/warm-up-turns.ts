import type { Contender } from './batch.ts'

/** Long enough that most batches of a turn follow one of the same contender. */
const TURN_NS = 25e6

/**
 * Returns a function that makes contenders of one core warm up in turns of some 25 ms. If one warmed up after the other, the
 * last alone would come to its window without a pause, and what allocates on Bun takes longer then.
 */
export function warmUpTurns() {
  let last: Promise<void> = Promise.resolve()
  const takeTurn = async (): Promise<() => void> => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }
  return ({ warm }: Pick<Contender, 'warm'>) => {
    let leftNs = 0
    let leave = () => {}
    return {
      async warm(iterations: number) {
        if (leftNs <= 0) {
          leave()
          leave = await takeTurn()
          leftNs = TURN_NS
        }
        const batch = await warm(iterations)
        leftNs -= batch.wallNs + (batch.outsideNs ?? 0)
        return batch
      },
      /** Leaves the core to the others for good. */
      end: () => leave(),
    }
  }
}
