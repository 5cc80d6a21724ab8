import type { Audit } from './batch.ts'
import type { Window } from './window.ts'

/** On an idle core 95 of 100 batches of 3 ms waited for under 0.04 ms; on a contended one a wait takes milliseconds. */
const WAITED_SHARE = 0.02

/**
 * Whether something else used the core while a batch of this wall time ran. By kernel and hypervisor: the main thread
 * waited for more than 2 % of the batch while none of its group had the core, the hypervisor took time from the core, or
 * the thread was moved. False where neither reports.
 *
 * The batch's own time is no evidence. Neither are involuntary switches: a runtime's collector threads cause hundreds in
 * a batch. Nor is wall time less CPU time: an async case may sleep. Neighbours on the same physical core stay invisible.
 */
export function isContended({ waitedNs, stolenNs, moved }: Audit, batchNs: number): boolean {
  return (waitedNs ?? 0) > WAITED_SHARE * batchNs || (stolenNs ?? 0) > 0 || moved === true
}

/** Returns for each sample of a window whether it was contended; null where the kernel was not read. */
export function contendedSamples({
  audits,
  wallNs,
  iterationsPerBatch,
}: Pick<Window, 'audits' | 'wallNs' | 'iterationsPerBatch'>): (boolean | null)[] {
  return audits.map((audit, index) =>
    audit === null ? null : isContended(audit, (wallNs[index] ?? 0) * iterationsPerBatch),
  )
}
