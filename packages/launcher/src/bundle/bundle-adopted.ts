import { readFile } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ADOPT, type Recognised } from '@steelyard/dialects'
import { type BuildOptions, type Loader, type Plugin, transform } from 'esbuild'
import {
  built,
  bundled,
  contenderExport,
  HARNESS,
  INTRINSICS,
  mappedBundle,
  STANDALONE,
  type StandaloneChoice,
  type SuiteBundle,
  standaloneBanner,
  standaloneOptions,
  withHash,
  withSuite,
} from './bundle.ts'
import { importMap } from './import-map.ts'
import { SHIMS, shimmed, tabled, withGlobals } from './shimmed.ts'

/** What a Node with --expose-internals lets scripts require; where it is not there, a require throws, as in Node. */
const NODE_INTERNALS = 'internal/*'

/** A benchmark file that is not a suite of ours. */
export interface AdoptedFile extends Recognised {
  /** Absolute path. */
  readonly file: string
  /** Kebab-case name of the suite that it makes. */
  readonly name: string
}

/** The bundle of a file that reads none is the same wherever the file is. */
const ARGUMENTS = /\bargv\b/

/**
 * Bundles a benchmark file of another tool with the harness into one text for all runtimes, in which shims take the place
 * of what it imports for its benchmarks. What is CommonJS is apart from the text: in a module it would be strict.
 *
 * @param timer a module that exports `measure`, a timer that takes the place of timed batches
 * @throws SyntaxError as `bundleSuite`, also for an import that cannot be found
 */
export async function bundleAdopted(adopted: AdoptedFile, timer: URL | null = null): Promise<SuiteBundle> {
  const end = `${contenderExport(timer)}
export const adopted = made
export default null`
  return bundledWith(adopted, end, timer === null ? null : fileURLToPath(timer))
}

/**
 * Bundles a benchmark file of another tool with a plain loop over one of its cases into a file that needs no host, but
 * for what of it is CommonJS.
 *
 * @throws SyntaxError as `bundleAdopted`
 */
export async function bundleAdoptedStandalone(
  adopted: AdoptedFile,
  choice: StandaloneChoice,
): Promise<SuiteBundle> {
  const end = `import { runAdopted } from ${JSON.stringify(STANDALONE)}
async function main() {
  await runAdopted(await made(), ${standaloneOptions(choice)})
}
${choice.standalone.ending}`
  const bundle = await bundledWith(adopted, end, null)
  return { ...bundle, text: `${standaloneBanner(choice)}\n${bundle.text}` }
}

/**
 * Bundles such a file with its script, which the bundle imports.
 *
 * @param end of the module's text, in which `made` makes the suite
 * @param timer what imports a module that may be shimmed, and means it; null for none
 */
async function bundledWith(adopted: AdoptedFile, end: string, timer: string | null): Promise<SuiteBundle> {
  const { file, dialect, isScript } = adopted
  const started = { ...adopted, path: ARGUMENTS.test(await readFile(file, 'utf8')) ? file : null }
  const maps = dialect.hasImportMap ? [importMap] : []
  const plugins = [shimmed(dialect.shims, timer), ...maps, fileLocations]
  const common = withSuite(HARNESS, plugins)
  const scripts = isScript
    ? [file]
    : await importedScripts(basename(file), moduleText(started, null, end), common)
  const script = scripts.length === 0 ? null : await scriptOf(adopted, scripts)
  const bundle = await mappedBundle(basename(file), {
    ...withGlobals(dialect.globals ?? []),
    ...withSuite(HARNESS, [inScript(isScript ? [] : scripts), ...plugins]),
    external: [...(common.external ?? []), ...(script ? [`./${script.name}`] : [])],
    stdin: { contents: moduleText(started, script, end), resolveDir: '/', sourcefile: 'bundle.js' },
  })
  return script ? { ...bundle, script } : bundle
}

/** The file is imported when it is asked for: workerd allows more then. `path` is the only argument of its process, if any. */
function moduleText(
  { file, name, dialect, isScript, unsupported, path }: AdoptedFile & { readonly path: string | null },
  script: SuiteBundle['script'] | null,
  end: string,
): string {
  const facts = { name, file: basename(file), dialect: dialect.title, unsupported, path }
  return `import ${JSON.stringify(INTRINSICS)}
import { adopt } from ${JSON.stringify(fileURLToPath(ADOPT))}
${dialect.asks ? `import ${JSON.stringify(fileURLToPath(dialect.asks))}` : ''}
${script ? scriptImport(dialect, script.name) : ''}
const load = () => ${isScript ? 'scripts.load(0)' : `import(${JSON.stringify(file)})`}
const made = () => adopt(${JSON.stringify(facts)}, load)
${end}`
}

/** Gives the files of a script, by their index, and the shims to them. */
function scriptImport({ shims }: AdoptedFile['dialect'], name: string): string {
  const names = shims.map((_, index) => `shim${index}`)
  return `import script from ${JSON.stringify(`./${name}`)}
import { scripts } from ${JSON.stringify(SCRIPTS)}
${shims.map(({ module }, index) => `import * as ${names[index]} from ${JSON.stringify(fileURLToPath(module))}`).join('\n')}
scripts.load = index => script.load(index, [${names}])`
}

/** Adds to a script what others are to see of it. */
function exposing(file: string, names: readonly string[]): Plugin {
  const seen = names.map(
    name => `get ${name}() { return typeof ${name} === 'undefined' ? undefined : ${name} }`,
  )
  return {
    name: 'exposing',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path }) =>
        path === file ? { contents: `${await readFile(path, 'utf8')}\n;module.exports = { ${seen} }` } : null,
      )
    },
  }
}

async function scriptOf({ file, dialect }: AdoptedFile, files: readonly string[]) {
  const contents = `exports.load = (index, shims) => {
  require(${JSON.stringify(SHIMS)}).table = shims
  return files[index]()
}
const files = [${files.map(one => `() => require(${JSON.stringify(one)})`)}]`
  const exposed = dialect.exposes ? [exposing(file, dialect.exposes)] : []
  const plugins = [...exposed, tabled(dialect.shims), fileLocations]
  const options: BuildOptions = withSuite(HARNESS, plugins)
  const text = await bundled(basename(file), {
    ...options,
    format: 'cjs',
    external: [...(options.external ?? []), NODE_INTERNALS],
    // A tsconfig.json of its project would make plain JavaScript strict.
    tsconfigRaw: {},
    stdin: { contents, resolveDir: '/', sourcefile: 'script.js' },
  })
  return { name: `${withHash(text).sha256.slice(0, 16)}.cjs`, text }
}

const LOCATION = /\b(?:import\.meta\.(?:url|dirname|filename|dir|path)|__dirname|__filename)\b/

/** Gives modules the paths that they had before they were bundled: they read files next to them. */
const fileLocations: Plugin = {
  name: 'file-locations',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path, with: { NODE_ENV } }) => {
      if (NODE_ENV !== undefined) return null
      const text = await readFile(path, 'utf8')
      if (!LOCATION.test(text)) return null
      const [file, folder] = [JSON.stringify(path), JSON.stringify(dirname(path))]
      const loader = extname(path).replace(/^\.[cm]?/, '') as Loader
      try {
        const { code } = await transform(text, {
          loader,
          charset: 'utf8',
          define: {
            'import.meta.url': JSON.stringify(pathToFileURL(path).href),
            ...{ 'import.meta.dirname': folder, 'import.meta.dir': folder, __dirname: folder },
            ...{ 'import.meta.filename': file, 'import.meta.path': file, __filename: file },
          },
        })
        return { contents: code, loader: 'js' }
      } catch {
        // The bundler reports it.
        return null
      }
    })
  },
}

/** The module that holds what loads a file of a script. */
const SCRIPTS = 'steelyard:scripts'

const SCRIPT = /\.[cm]?[jt]sx?$/

/**
 * Returns the CommonJS files that modules of a bundle import, by their absolute paths, sorted.
 *
 * @param what as messages name it
 * @param contents the text of the bundle's entry
 * @throws SyntaxError as `built`
 */
async function importedScripts(what: string, contents: string, options: BuildOptions) {
  const { metafile } = await built(what, {
    ...options,
    ...{ metafile: true, absWorkingDir: '/' },
    stdin: { contents, resolveDir: '/', sourcefile: 'bundle.js' },
  })
  const inputs = metafile?.inputs ?? {}
  const imported = Object.values(inputs)
    .filter(({ format }) => format !== 'cjs')
    .flatMap(({ imports }) => imports.map(({ path }) => path))
  const scripts = new Set(imported.filter(path => inputs[path]?.format === 'cjs' && SCRIPT.test(path)))
  return [...scripts].map(path => `/${path}`).sort()
}

/** Takes such files from the script, which is loaded next to the bundle. */
function inScript(files: readonly string[]): Plugin {
  return {
    name: 'in-script',
    setup({ onResolve, onLoad }) {
      const only = new RegExp(`^${SCRIPTS}$`)
      onResolve({ filter: only }, () => ({ path: SCRIPTS, namespace: SCRIPTS }))
      onLoad({ filter: only, namespace: SCRIPTS }, () => ({ contents: 'export const scripts = {}' }))
      onLoad({ filter: SCRIPT, namespace: 'file' }, ({ path }) => {
        const index = files.indexOf(path)
        if (index < 0) return null
        return { contents: `module.exports = require(${JSON.stringify(SCRIPTS)}).scripts.load(${index})` }
      })
    },
  }
}
