import type { Audit } from './batch.ts'
import type { Window } from './window.ts'

/** On an idle core 95 of 100 batches of 3 ms waited for less than 0.04 ms; where others work, a wait has milliseconds. */
const WAITED_SHARE = 0.02

/**
 * Whether something else used the core while a batch ran. It did when the kernel or the hypervisor says so: the main
 * thread waited for the core for more than 2 % of the batch while its own process did not have it, the hypervisor took
 * time from the core, or the thread was moved to another one. False where neither tells.
 *
 * How long the batch took is not asked: a slow batch is no evidence. Neither are involuntary switches, since a
 * runtime's own collector threads switch its main thread out up to hundreds of times in a batch; nor wall time less
 * CPU time, since an async case may sleep. Neighbours on the same physical core do not show in any of these.
 *
 * @param batchNs wall time of the whole batch
 */
export function isContended({ waitedNs, stolenNs, moved }: Audit, batchNs: number): boolean {
  return (waitedNs ?? 0) > WAITED_SHARE * batchNs || (stolenNs ?? 0) > 0 || moved === true
}

/** Returns for each sample of a window whether it is labelled contended; null where nobody looked. */
export function contendedSamples({
  audits,
  wallNs,
  iterationsPerBatch,
}: Pick<Window, 'audits' | 'wallNs' | 'iterationsPerBatch'>): (boolean | null)[] {
  return audits.map((audit, index) =>
    audit === null ? null : isContended(audit, (wallNs[index] ?? 0) * iterationsPerBatch),
  )
}
