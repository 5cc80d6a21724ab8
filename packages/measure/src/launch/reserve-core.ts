import { moveProcess } from '@steelyard/launcher'
import type { LaunchContext } from './launch-context.ts'

/** Chooses a core for a contender that runs alone and moves the host off it; null when nothing is pinned. */
export async function reserveCore({
  cores,
  random,
}: Pick<LaunchContext, 'cores' | 'random'>): Promise<number | null> {
  const [core = null, ...others] = random.shuffle([...cores])
  if (others.length > 0) await moveProcess(process.pid, others)
  return core
}
