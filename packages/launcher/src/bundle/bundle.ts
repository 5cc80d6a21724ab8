import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Runner } from '@steelyard/runners'
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild'
import { loweredText } from './lowered.ts'
import { nodePrefix } from './node-prefix.ts'

export const HARNESS: string = fileURLToPath(import.meta.resolve('@steelyard/harness'))
export const STANDALONE: string = fileURLToPath(import.meta.resolve('@steelyard/harness/standalone'))
export const INTRINSICS: string = fileURLToPath(import.meta.resolve('@steelyard/harness/intrinsics'))
const CONTENDER: string = fileURLToPath(import.meta.resolve('@steelyard/harness/contender'))

// The oldest runtimes supported (Node 18, Deno 2.0, Bun 1.0, workerd of early 2024) all support this.
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
  charset: 'utf8',
}

/** The text that every contender of a suite runs. */
export interface SuiteBundle {
  readonly text: string
  /** Hash of the text, in hexadecimal. */
  readonly sha256: string
  /** CommonJS that the text imports by this name, from its own folder; absent where all is in the text. */
  readonly script?: { readonly name: string; readonly text: string }
  /** A source map as JSON, of paths from the root without the first slash; absent for a text lowered, or bundled elsewhere. */
  readonly map?: string
}

/**
 * Bundles a suite file with the harness into one text for all runtimes.
 *
 * @param timer a module that exports `measure`, a timer that takes the place of timed batches
 * @throws SyntaxError with the first error, its file, line and column
 */
export async function bundleSuite(file: string, timer: URL | null = null): Promise<SuiteBundle> {
  const contents = `import ${JSON.stringify(INTRINSICS)}
export { default } from ${JSON.stringify(file)}
${contenderExport(timer)}`
  const bundle = await mappedBundle(basename(file), {
    ...withSuite(HARNESS),
    stdin: { contents, resolveDir: '/', sourcefile: 'bundle.js' },
  })
  return { ...bundle, ...withHash(withRequire(bundle.text)) }
}

/** Bundles a suite into one text, and its source map. */
export async function mappedBundle(what: string, options: BuildOptions): Promise<SuiteBundle> {
  const { outputFiles } = await built(what, { ...options, sourcemap: 'external', outfile: '/bundle.js' })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { ...withHash(textOf('.js')), map: textOf('.map') }
}

/** Bundles the entry of a runner or a timer: its channel and its clock. */
export async function bundleEntry({
  name,
  entry,
  isOld,
}: Pick<Runner, 'entry' | 'isOld'> & { name: string }): Promise<string> {
  const text = await bundled(`the entry of ${name}`, {
    ...COMMON,
    plugins: [nodePrefix],
    entryPoints: [fileURLToPath(entry)],
  })
  return isOld === undefined ? text : loweredText(text)
}

/**
 * Bundles the module of an app into one text that every runtime's server can start.
 *
 * @param params given to what the module exports by default when that is a function, which then returns the app
 * @throws SyntaxError as `bundleSuite`
 */
export async function bundleApp(
  file: string,
  params: Readonly<Record<string, string | number | boolean>> = {},
  minify = false,
): Promise<SuiteBundle> {
  const contents = `import app from ${JSON.stringify(file)}
export default typeof app === 'function' ? app(${JSON.stringify(params)}) : app`
  return bundleAppText(contents, basename(file), '/', minify)
}

/**
 * Bundles an app that is a text, as `bundleApp` does a file.
 *
 * @param name as messages have it
 * @param resolveDir what relative imports are seen from
 * @throws SyntaxError as `bundleSuite`
 */
export async function bundleAppText(
  contents: string,
  name: string,
  resolveDir: string,
  minify = false,
): Promise<SuiteBundle> {
  const text = await bundled(name, {
    ...withSuite(HARNESS, [dntShims]),
    stdin: { contents, resolveDir, sourcefile: 'app.js' },
    minify,
  })
  return withHash(withRequire(text))
}

/** CommonJS in a module has no `require` for the modules that are left out of it. On one line with the rest, for its map. */
function withRequire(text: string): string {
  if (!text.includes('Dynamic require of')) return text
  return `import { createRequire } from 'node:module'; var require = createRequire('file:///'); ${text}`
}

export function withHash(text: string): SuiteBundle {
  return { text, sha256: hash('sha256', text) }
}

/** A file that runs alone: one case of a suite and its loop. */
export interface StandaloneChoice {
  readonly caseId: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** The loop runs at least this long. */
  readonly milliseconds: number
  /** One line that describes the file. */
  readonly title: string
  readonly standalone: Runner['standalone']
}

/**
 * Bundles one case of a suite with its data and a plain loop into a file that needs no host. esbuild leaves the suite's
 * other cases in it; they are not called.
 *
 * @throws SyntaxError as `bundleSuite`
 */
export async function bundleStandalone(file: string, choice: StandaloneChoice): Promise<SuiteBundle> {
  const contents = `import suite from ${JSON.stringify(file)}
import { runStandalone } from 'steelyard'
async function main() {
  await runStandalone(suite, ${standaloneOptions(choice)})
}
${choice.standalone.ending}`
  const text = await bundled(basename(file), {
    ...withSuite(STANDALONE),
    stdin: { contents, resolveDir: '/', sourcefile: 'main.js' },
  })
  return withHash(`${standaloneBanner(choice)}\n${withRequire(text)}`)
}

export function standaloneOptions({
  caseId,
  params,
  milliseconds,
  standalone: { now = '() => performance.now()', print = 'line => console.log(line)' },
}: StandaloneChoice): string {
  return `{
    caseId: ${JSON.stringify(caseId)},
    params: ${JSON.stringify(params)},
    milliseconds: ${milliseconds},
    now: ${now},
    print: ${print},
  }`
}

/** Returns the comment that a standalone file begins with. */
export function standaloneBanner({ title, standalone }: StandaloneChoice): string {
  // A module is strict by itself.
  const mode = standalone.extension === 'js' ? `\n'use strict'` : ''
  return `// ${title.replaceAll(/\s+/g, ' ')}${mode}`
}

/**
 * Returns the options of a bundle with a suite in it.
 *
 * @param harness what a suite imports as `steelyard`
 */
export function withSuite(harness: string, plugins: Plugin[] = []): BuildOptions {
  const options = { ...COMMON, alias: { steelyard: harness }, plugins: [...plugins, nodePrefix] }
  return { ...options, plugins: [...options.plugins, nodeEnvImports(options)] }
}

/**
 * Returns the text that exports what makes a contender.
 *
 * @param timer exports `measure`, which takes the place of timed batches; null for none
 */
export function contenderExport(timer: URL | null): string {
  if (timer === null) return `export { createContender } from ${JSON.stringify(CONTENDER)}`
  const file = fileURLToPath(timer)
  return `import { createContender as create } from ${JSON.stringify(CONTENDER)}
import { measure } from ${JSON.stringify(file)}
export const createContender = (definition, clock) => create(definition, clock, { measure })`
}

/** Bundles into one text, as `built`. */
export async function bundled(what: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await built(what, options)
  return outputFiles[0]?.text ?? ''
}

/**
 * Bundles, and writes nothing.
 *
 * @param what as messages name it
 * @throws SyntaxError with the first error, its file, line and column
 */
export async function built(what: string, options: BuildOptions) {
  try {
    return await build({ ...options, write: false })
  } catch (error) {
    const first = (error as Partial<BuildFailure>).errors?.[0]
    if (first === undefined) throw error
    const { location, text } = first
    const where = location ? ` (${basename(location.file)}:${location.line}:${location.column + 1})` : ''
    throw new SyntaxError(`Cannot bundle ${what}: ${text}${where}. Correct the file and run again.`)
  }
}

/** Returns a bundle that all of these builds can read: the same text for all. */
export async function bundleFor(
  bundle: SuiteBundle,
  targets: readonly { readonly runner: Runner; readonly version: string }[],
): Promise<SuiteBundle> {
  if (!targets.some(({ runner, version }) => runner.isOld?.(version))) return bundle
  const { map: _, text, ...rest } = bundle
  return { ...rest, ...withHash(await loweredText(text)) }
}

const NAMES = ['Deno', 'Blob', 'crypto', 'fetch', 'File', 'FormData', 'Headers', 'Request', 'Response']

/** Gives packages that dnt made of Deno modules the runtime's web APIs: those they bring for old Nodes would be measured. */
const dntShims: Plugin = {
  name: 'dnt-shims',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]_dnt\.shims\.js$/ }, () => ({
      contents: `export const dntGlobalThis = globalThis
export const { ${NAMES.join(', ')} } = globalThis`,
      loader: 'js',
    }))
  },
}

const BUILDS = ['production', 'development']

/**
 * Lets one bundle hold a library in both its builds: what is imported `with { NODE_ENV: 'production' }`, and all that
 * it imports itself, is bundled apart from the rest with `process.env.NODE_ENV` defined so.
 */
function nodeEnvImports(options: BuildOptions): Plugin {
  return {
    name: 'node-env-imports',
    setup({ onLoad }) {
      onLoad({ filter: /.*/ }, async ({ path, with: attributes }) => {
        const { NODE_ENV: name } = attributes
        if (name === undefined) return null
        if (!BUILDS.includes(name)) {
          return { errors: [{ text: `NODE_ENV is '${name}', not one of ${BUILDS.join(', ')}` }] }
        }
        try {
          const { outputFiles } = await build({
            ...options,
            entryPoints: [path],
            define: { 'process.env.NODE_ENV': JSON.stringify(name) },
            write: false,
          })
          return { contents: outputFiles[0]?.text ?? '', loader: 'js' }
        } catch (error) {
          return { errors: (error as BuildFailure).errors }
        }
      })
    },
  }
}
