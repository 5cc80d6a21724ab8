import { printedLines } from './printed-lines.ts'
import type { Target } from './resolve-target.ts'

const LIMIT_MS = 10_000

/**
 * Returns what a build reports about how it was made, by name; empty where it reports nothing, as older versions may.
 * Paths of this machine are left out.
 */
export async function buildFactsOf(
  { runner, binary }: Target,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  if (runner.buildFacts === null) return {}
  const { args, factOf } = runner.buildFacts
  const lines = await printedLines({ binary, args, environment: {}, directory, limitMs: LIMIT_MS })
  const facts = (lines ?? []).flatMap(line => {
    const fact = factOf(line)
    return fact === null ? [] : [fact]
  })
  return Object.fromEntries(facts.map(([name, value]) => [name, withoutPaths(value)]))
}

/** The folders of building and installing are private, and differ without a meaning. */
function withoutPaths(value: string): string {
  return value.replace(/(?<![\w.])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, '<path>')
}
