import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT, type Recognised } from '@steelyard/dialects'
import type { BuildOptions } from 'esbuild'
import { bundled, CONTENDER, HARNESS, INTRINSICS, type SuiteBundle, withSuite } from './bundle.ts'
import { fileLocations } from './file-locations.ts'
import { nodePrefix } from './node-prefix.ts'
import { importedScripts, inScript, SCRIPTS } from './scripts.ts'
import { SHIMS, shimmed, tabled, withGlobals } from './shimmed.ts'

/** A benchmark file of somebody else. */
export interface AdoptedFile extends Recognised {
  /** Absolute path. */
  readonly file: string
  /** Kebab-case name of the suite that it makes. */
  readonly name: string
}

/**
 * Bundles a benchmark file of somebody else with the harness into one text for all runtimes, in which shims take the place
 * of what it imports for its benchmarks. What is CommonJS is apart from the text: in a module it would be strict.
 *
 * @throws SyntaxError as `bundleSuite`, also for an import that cannot be found
 */
export async function bundleAdopted(adopted: AdoptedFile): Promise<SuiteBundle> {
  const { options, script } = await adoptedBuild(adopted)
  const text = await bundled(basename(adopted.file), options)
  return { text, sha256: sha256Of(text), ...(script && { script }) }
}

/** Returns the options with which such a file is bundled, and its script, which the bundle imports. */
export async function adoptedBuild(
  adopted: AdoptedFile,
): Promise<{ readonly options: BuildOptions; readonly script: SuiteBundle['script'] | null }> {
  const { file, dialect, isScript } = adopted
  const plugins = [shimmed(dialect.shims), nodePrefix, fileLocations]
  const common = withSuite(HARNESS, plugins)
  const scripts = isScript ? [file] : await importedScripts(basename(file), moduleText(adopted, null), common)
  const script = scripts.length === 0 ? null : await scriptOf(adopted, scripts)
  const options: BuildOptions = {
    ...withGlobals(dialect.globals ?? []),
    ...withSuite(HARNESS, [inScript(isScript ? [] : scripts), ...plugins]),
    external: [...(common.external ?? []), ...(script ? [`./${script.name}`] : [])],
    stdin: { contents: moduleText(adopted, script), resolveDir: '/', sourcefile: 'bundle.js' },
  }
  return { options, script }
}

/** Returns the text of the module; the file is imported when it is asked for, since workerd allows more then. */
function moduleText(
  { file, name, dialect, isScript, unsupported }: AdoptedFile,
  script: SuiteBundle['script'] | null,
): string {
  const facts = { name, file: basename(file), dialect: dialect.title, unsupported }
  return `import ${JSON.stringify(INTRINSICS)}
import { adopt } from ${JSON.stringify(fileURLToPath(ADOPT))}
${dialect.asks ? `import ${JSON.stringify(fileURLToPath(dialect.asks))}` : ''}
${script ? scriptImport(dialect, script.name) : ''}
export { createContender } from ${JSON.stringify(CONTENDER)}
const load = () => ${isScript ? 'scripts.load(0)' : `import(${JSON.stringify(file)})`}
export const adopted = () => adopt(${JSON.stringify(facts)}, load)
export default null`
}

/** Gives the files of a script, by their index, and the shims to them. */
function scriptImport({ shims }: AdoptedFile['dialect'], name: string): string {
  const names = shims.map((_, index) => `shim${index}`)
  return `import script from ${JSON.stringify(`./${name}`)}
import { scripts } from ${JSON.stringify(SCRIPTS)}
${shims.map(({ module }, index) => `import * as ${names[index]} from ${JSON.stringify(fileURLToPath(module))}`).join('\n')}
scripts.load = index => script.load(index, [${names}])`
}

async function scriptOf({ file, dialect }: AdoptedFile, files: readonly string[]) {
  const contents = `exports.load = (index, shims) => {
  require(${JSON.stringify(SHIMS)}).table = shims
  return files[index]()
}
const files = [${files.map(one => `() => require(${JSON.stringify(one)})`)}]`
  const options: BuildOptions = withSuite(HARNESS, [tabled(dialect.shims), nodePrefix, fileLocations])
  const text = await bundled(basename(file), {
    ...options,
    format: 'cjs',
    // A tsconfig.json of its project would make plain JavaScript strict.
    tsconfigRaw: {},
    stdin: { contents, resolveDir: '/', sourcefile: 'script.js' },
  })
  return { name: `${sha256Of(text).slice(0, 16)}.cjs`, text }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
