import { LaunchError, parseTarget, resolveTarget, type Target } from '@steelyard/launcher'
import type { RuntimeName } from '@steelyard/runners'
import { steelyardAt } from './checkout.ts'
import { tools } from './tools/index.ts'
import type { Tool } from './tools/tool.ts'
import type { Contestant } from './trial.ts'
import type { ToolFacts } from './trial-file.ts'

export interface Wanted {
  readonly tools: readonly string[]
  /** Another commit of Steelyard, which takes part as a tool of its own; null for none. */
  readonly old: string | null
  readonly runtimes: readonly RuntimeName[]
}

/** Finds the tools and their runtimes on this machine. The facts are of every tool asked for, with the reason if it is missing. */
export async function findContestants(wanted: Wanted, directory: string) {
  const targets = new Map<RuntimeName, Target | string>()
  const contestants: Contestant[] = []
  const facts: ToolFacts[] = []
  const chosen = tools.filter(({ name }) => wanted.tools.includes(name))
  if (wanted.old !== null) chosen.push(steelyardAt(wanted.old))
  for (const tool of chosen) {
    for (const runtime of tool.runtimes.filter(name => wanted.runtimes.includes(name))) {
      const target = targets.get(runtime) ?? (await findTarget(runtime, directory))
      targets.set(runtime, target)
      const { name, headline, rule, timing } = tool
      const { version, whyNot } = installedVersion(tool)
      const missing = typeof target === 'string' ? target : whyNot
      const runtimeVersion = typeof target === 'string' ? null : target.version
      facts.push({ tool: name, runtime, version, runtimeVersion, headline, rule, timing, missing })
      if (typeof target === 'string' || missing !== null) continue
      contestants.push({ tool, runtime, binary: target.binary })
    }
  }
  return { contestants, facts }
}

/** Returns the runtime's binary, or why it cannot be had. */
async function findTarget(runtime: RuntimeName, directory: string): Promise<Target | string> {
  try {
    return await resolveTarget(parseTarget(runtime), directory)
  } catch (error) {
    if (error instanceof LaunchError) return error.message
    throw error
  }
}

function installedVersion(tool: Tool) {
  try {
    return { version: tool.version(), whyNot: null }
  } catch (error) {
    return { version: null, whyNot: `it is not installed (${(error as Error).message})` }
  }
}
