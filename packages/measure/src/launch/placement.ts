import type { LaunchContext } from './launch-context.ts'

/** Where the members of one launch run. */
export interface Placement {
  /** The core they are measured on; null when nothing is pinned. */
  readonly core: number | null
  /** Members, by index, that start and warm up on one core; the first lane's is the one above. */
  readonly lanes: readonly (readonly number[])[]
  readonly laneCores: readonly (number | null)[]
}

/**
 * Chooses another core for every launch, so that no core's neighbours are a property of the run, and splits the
 * start and the warm-up over two cores at random: on one core alone they would take most of a launch.
 */
export function place(count: number, { cores, random }: LaunchContext): Placement {
  const members = random.shuffle(Array.from({ length: count }, (_, index) => index))
  const [core = null, other] = random.shuffle([...cores])
  if (other === undefined) return { core, lanes: [members], laneCores: [core] }
  const half = Math.ceil(count / 2)
  return { core, lanes: [members.slice(0, half), members.slice(half)], laneCores: [core, other] }
}
