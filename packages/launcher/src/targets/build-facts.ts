import { startChild } from '../process/child.ts'
import { cleanEnvironment } from './binary-facts.ts'
import type { Target } from './resolve-target.ts'

const LIMIT_MS = 10_000

/**
 * Returns what a build reports about how it was made, by name; empty where it reports nothing, as older versions may.
 * Paths of this machine are left out.
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

/** The folders of building and installing are private, and differ without a meaning. */
function withoutPaths(value: string): string {
  return value.replace(/(?<![\w.])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, '<path>')
}
