import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Runner } from '@steelyard/runners'
import { type BuildFailure, type BuildOptions, build } from 'esbuild'

const HARNESS = fileURLToPath(import.meta.resolve('@steelyard/harness'))
const CONTENDER = fileURLToPath(import.meta.resolve('@steelyard/harness/contender'))

// The oldest runtimes supported (Node 18, Deno 2.0, Bun 1.0, workerd of early 2024) all know this much.
const SYNTAX = 'es2022'

const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import', 'module', 'default'],
  target: SYNTAX,
  external: ['node:*', 'bun:*', 'cloudflare:*'],
  logLevel: 'silent',
  write: false,
  charset: 'utf8',
}

/** The text that every contender of a suite runs. */
export interface SuiteBundle {
  readonly text: string
  /** Of the text, in hexadecimal. */
  readonly sha256: string
}

/**
 * Bundles a suite file with the harness into one text for all runtimes.
 *
 * @throws SyntaxError with the first error, its file, line and column
 */
export async function bundleSuite(file: string): Promise<SuiteBundle> {
  const contents = `export { default } from ${JSON.stringify(file)}
export { createContender } from ${JSON.stringify(CONTENDER)}`
  const text = await bundled(basename(file), {
    ...COMMON,
    stdin: { contents, resolveDir: '/', sourcefile: 'bundle.js' },
    alias: { steelyard: HARNESS },
  })
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Bundles the entry of a runner: its channel and its clock. */
export async function bundleEntry(runner: Runner): Promise<string> {
  return bundled(`the entry of ${runner.name}`, { ...COMMON, entryPoints: [fileURLToPath(runner.entry)] })
}

async function bundled(what: string, options: BuildOptions): Promise<string> {
  try {
    const { outputFiles } = await build({ ...options, write: false })
    return outputFiles[0]?.text ?? ''
  } catch (error) {
    throw unreadable(what, error)
  }
}

function unreadable(what: string, error: unknown): unknown {
  const first = (error as Partial<BuildFailure>).errors?.[0]
  if (first === undefined) return error
  const { location, text } = first
  const where = location ? ` (${basename(location.file)}:${location.line}:${location.column + 1})` : ''
  return new SyntaxError(`Cannot bundle ${what}: ${text}${where}. Correct the file and run again.`)
}
