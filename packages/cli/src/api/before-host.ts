import { LaunchError } from '@steelyard/launcher'
import { NO_CONFIG } from '../config/no-config.ts'
import type { Invocation } from '../options/invocation.ts'
import { fetchEvents } from '../output/fetch-events.ts'
import { asUsage } from '../process/as-usage.ts'
import { handOver, hostNode } from './host-node.ts'

/** Commands that start no runtime and take no lock: any supported Node carries them out. */
const WITHOUT_RUNTIMES: ReadonlySet<string> = new Set([
  'combine',
  'export',
  'fleet cancel',
  'fleet gather',
  'fleet init',
  'fleet status',
  'import',
  'new',
  'report',
  'runtimes list',
  'runtimes prune',
])

/**
 * Executes a command while the pinned Node is not on this machine: here if it starts no runtime, else on that Node once it
 * is fetched.
 *
 * @returns the exit code
 * @throws UsageError when that Node cannot be had
 */
export async function executeBeforeHost(
  { command, execute }: Invocation,
  args: readonly string[],
): Promise<number> {
  if (WITHOUT_RUNTIMES.has(command)) return execute(args)
  // What the configuration adds is among them already.
  return asUsage([LaunchError], async () => handOver(await hostNode(fetchEvents(null)), [NO_CONFIG, ...args]))
}
