import type { CoreLease } from './cores-in-use.ts'
import type { LaunchContext } from './launch-context.ts'
import type { Workspace } from './workspace.ts'

/** Where the members of one launch run. */
export interface Placement {
  /** The core they are measured on; null when nothing is pinned. */
  readonly core: number | null
  /** Members, by index, that start and warm up on one core; the first lane's is the one above. */
  readonly lanes: readonly (readonly number[])[]
  readonly laneCores: readonly (number | null)[]
  /** Of the cores of the lanes. */
  readonly lease: CoreLease
}

/**
 * Takes another core for every launch, so that no core's neighbours are a property of the run. Where launches overlap, each
 * starts and warms up on the core that it is measured on. Elsewhere the start and the warm-up are split over two cores at
 * random: on one core alone they would take most of a launch.
 */
export function place(
  count: number,
  {
    cores,
    random,
    turn,
    workspace: { coresInUse },
  }: Pick<LaunchContext, 'cores' | 'random' | 'turn'> & { readonly workspace: Pick<Workspace, 'coresInUse'> },
): Placement {
  const members = random.shuffle(Array.from({ length: count }, (_, index) => index))
  const taken = random.shuffle(coresInUse.free(cores)).slice(0, turn === undefined ? 2 : 1)
  const lease = coresInUse.take(taken)
  const [core = null, other] = taken
  if (other === undefined) return { core, lanes: [members], laneCores: [core], lease }
  const half = Math.ceil(count / 2)
  return { core, lanes: [members.slice(0, half), members.slice(half)], laneCores: [core, other], lease }
}
