import { basename } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Dialect, DialectName, FileUse } from './dialect.ts'
import { tinybench } from './tinybench/dialect.ts'

/** Every dialect, in the order in which messages name them. */
export const dialects: readonly Dialect[] = [tinybench]

/** A file that cannot be taken for one of a dialect; the message is one sentence and what to do. */
export class DialectError extends Error {}

/** The import that makes a file a suite of our own. */
const OWN = 'steelyard'

/**
 * Returns the dialect that a file is written in, by what it uses; null for a suite of our own, and for what nobody knows.
 *
 * @param asked by its user; null for nothing
 * @throws DialectError where it uses several dialects and its user asked for none
 */
export async function recognise(file: string, asked: DialectName | null): Promise<Dialect | null> {
  if (asked !== null) return dialects.find(({ name }) => name === asked) ?? null
  const use = await useOf(file)
  if (use.imports.includes(OWN)) return null
  const [first, ...others] = dialects.filter(dialect => dialect.isUsedBy(use))
  if (first === undefined) return null
  if (others.length === 0) return first
  const titles = [first, ...others].map(({ title }) => title).join(' and ')
  throw new DialectError(
    `Cannot tell what ${basename(file)} is: it uses ${titles}. Choose with --dialect ${first.name}.`,
  )
}

/** Reads what a file uses, which is parsed and not run: nothing in one with a syntax error, which the bundler reports. */
async function useOf(file: string): Promise<FileUse> {
  const imports = new Set<string>()
  const collect: Plugin = {
    name: 'collect-imports',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return null
        imports.add(path)
        return { path, external: true }
      })
    },
  }
  await build({
    ...{ entryPoints: [file], plugins: [collect], bundle: true, write: false, treeShaking: false },
    ...{ format: 'esm', platform: 'neutral', logLevel: 'silent', outdir: '/' },
  }).catch(() => {})
  return { imports: [...imports] }
}
