import { startChild } from '../process/child.ts'
import { cleanEnvironment } from './binary-facts.ts'
import type { Target } from './resolve-target.ts'

const LIMIT_MS = 10_000

/**
 * Returns what a build says of how it was made, by name; nothing where it does not answer, which older versions may
 * not. No path of this machine is in it.
 */
export async function buildFactsOf(
  target: Target,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const { args, factOf } = target.runner.buildFacts
  const facts: Record<string, string> = {}
  const child = startChild({
    file: target.binary,
    args,
    environment: cleanEnvironment(directory),
    directory,
    onLine(line) {
      const [name, value] = factOf(line) ?? []
      if (name !== undefined && value !== undefined) facts[name] = withoutPaths(value)
    },
  })
  const timer = setTimeout(() => void child.kill(), LIMIT_MS)
  const { code } = await child.exited
  clearTimeout(timer)
  return code === 0 ? facts : {}
}

/** Where a build was made and is to be installed is nobody's business, and differs without a meaning. */
function withoutPaths(value: string): string {
  return value.replace(/(?<![\w.])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, '<path>')
}
