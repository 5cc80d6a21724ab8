import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { benchmarkJs } from './benchmark-js/dialect.ts'
import { deno } from './deno/dialect.ts'
import type { Dialect, FileUse } from './dialect.ts'
import type { DialectName } from './dialect-name.ts'
import { jetstream } from './jetstream/dialect.ts'
import { mitata } from './mitata/dialect.ts'
import { nodeBench } from './node-bench/dialect.ts'
import { nodeCore } from './node-core/dialect.ts'
import { tinybench } from './tinybench/dialect.ts'
import { vitest } from './vitest/dialect.ts'
import { workerd } from './workerd/dialect.ts'

/** Every dialect, in the order in which messages name them. */
export const dialects: readonly Dialect[] = [
  benchmarkJs,
  deno,
  jetstream,
  mitata,
  nodeBench,
  nodeCore,
  tinybench,
  vitest,
  workerd,
]

const GLOBALS = dialects.flatMap(({ globals = [] }) => globals)

/** A file that cannot be taken for one of a dialect; the message is one sentence and what to do. */
export class DialectError extends Error {}

/** What a benchmark file is. */
export interface Recognised {
  readonly dialect: Dialect
  /** Whether it is CommonJS, whose code is sloppy where it does not say otherwise. */
  readonly isScript: boolean
  /** Why none of its cases can be measured; null where no reason is known. */
  readonly unsupported: string | null
}

/** The import that makes a file a suite of our own. */
const OWN = 'steelyard'

/**
 * Returns what a file is, by what it uses; null for a suite of our own, and for an unknown dialect.
 *
 * @param asked by its user; null for nothing
 * @throws DialectError where it uses several dialects and its user asked for none
 */
export async function recognise(file: string, asked: DialectName | null): Promise<Recognised | null> {
  const { use, isScript } = await parsed(file)
  const found = asked === null ? usedBy(use, file) : dialects.find(({ name }) => name === asked)
  if (!found) return null
  const unsupported = found.unsupported?.(use) ?? null
  return { dialect: found, isScript: isScript && found.isModule !== true, unsupported }
}

/** Whether a file is a suite of our own or written in some dialect; also true where it cannot be parsed. */
export async function isBenchmark(file: string, asked: DialectName | null): Promise<boolean> {
  if (asked !== null) return true
  const { use, isBroken } = await parsed(file)
  return isBroken || use.imports.includes(OWN) || dialects.some(dialect => dialect.isUsedBy(use))
}

function usedBy(use: FileUse, file: string): Dialect | null {
  if (use.imports.includes(OWN)) return null
  const [first = null, ...others] = dialects.filter(dialect => dialect.isUsedBy(use))
  if (first === null || others.length === 0) return first
  const titles = [first, ...others].map(({ title }) => title).join(' and ')
  throw new DialectError(
    `Cannot recognise ${basename(file)}: it uses ${titles}. Choose with --dialect ${first.name}.`,
  )
}

/** Reads a file, which is parsed and not run: nothing of one with a syntax error, which the bundler reports. */
async function parsed(file: string) {
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
  const result = await build({
    entryPoints: [file],
    plugins: [collect],
    bundle: true,
    write: false,
    treeShaking: false,
    define: Object.fromEntries(GLOBALS.map(({ name, identifier }) => [name, identifier])),
    format: 'esm',
    platform: 'neutral',
    logLevel: 'silent',
    outdir: '/',
    metafile: true,
  }).catch(() => null)
  const [input] = Object.values(result?.metafile?.inputs ?? {})
  const text = await readFile(file, 'utf8').catch(() => '')
  const [output] = result?.outputFiles ?? []
  const [built] = Object.values(result?.metafile?.outputs ?? {})
  const globals = GLOBALS.filter(({ identifier }) => output?.text.includes(identifier))
  const isPlainScript = input !== undefined && input.format === undefined && extname(file) === '.js'
  const isScript = input?.format === 'cjs' || isPlainScript
  const use: FileUse = {
    imports: [...imports],
    exports: isScript ? [] : (built?.exports ?? []),
    globals: globals.map(({ name }) => name),
    text,
  }
  return { use, isScript, isBroken: result === null }
}
