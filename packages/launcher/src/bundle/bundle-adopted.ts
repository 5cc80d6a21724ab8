import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT, type Recognised, type Shim } from '@steelyard/dialects'
import type { BuildOptions } from 'esbuild'
import { bundled, CONTENDER, HARNESS, INTRINSICS, type SuiteBundle, withSuite } from './bundle.ts'
import { fileLocations } from './file-locations.ts'
import { nodePrefix } from './node-prefix.ts'
import { SHIMS, shimmed, tabled } from './shimmed.ts'

/** A benchmark file of somebody else. */
export interface AdoptedFile extends Recognised {
  /** Absolute path. */
  readonly file: string
  /** Kebab-case name of the suite that it makes. */
  readonly name: string
}

/**
 * Bundles a benchmark file of somebody else with the harness into one text for all runtimes, in which shims take the place
 * of what it imports for its benchmarks. A file that is CommonJS is apart from the text: in a module it would be strict.
 *
 * @throws SyntaxError as `bundleSuite`, also for an import that cannot be found
 */
export async function bundleAdopted(adopted: AdoptedFile): Promise<SuiteBundle> {
  const { file, dialect, isScript } = adopted
  if (!isScript) return bundleOf(adopted, `const load = () => import(${JSON.stringify(file)})`, null)
  const text = await scriptText(file, dialect.shims)
  const script = { name: `${sha256Of(text).slice(0, 16)}.cjs`, text }
  const shims = dialect.shims.map(({ module }, index) => [`shim${index}`, fileURLToPath(module)] as const)
  return bundleOf(
    adopted,
    `${shims.map(([name, path]) => `import * as ${name} from ${JSON.stringify(path)}`).join('\n')}
import script from ${JSON.stringify(`./${script.name}`)}
const load = () => script.load([${shims.map(([name]) => name)}])`,
    script,
  )
}

/** @param load the text that defines `load`, which imports the file when it is asked for: workerd allows more then */
async function bundleOf(
  { file, dialect, name }: AdoptedFile,
  load: string,
  script: SuiteBundle['script'] | null,
): Promise<SuiteBundle> {
  const facts = { name, file: basename(file), dialect: dialect.title }
  const contents = `import ${JSON.stringify(INTRINSICS)}
import { adopt } from ${JSON.stringify(fileURLToPath(ADOPT))}
${load}
export { createContender } from ${JSON.stringify(CONTENDER)}
export const adopted = () => adopt(${JSON.stringify(facts)}, load)
export default null`
  const options = withSuite(HARNESS, [shimmed(dialect.shims), nodePrefix, fileLocations])
  const text = await bundled(basename(file), {
    ...options,
    external: [...(options.external ?? []), ...(script ? [`./${script.name}`] : [])],
    stdin: { contents, resolveDir: '/', sourcefile: 'bundle.js' },
  })
  return { text, sha256: sha256Of(text), ...(script && { script }) }
}

function scriptText(file: string, shims: readonly Shim[]): Promise<string> {
  const contents = `exports.load = shims => {
  require(${JSON.stringify(SHIMS)}).table = shims
  return require(${JSON.stringify(file)})
}`
  const options: BuildOptions = withSuite(HARNESS, [tabled(shims), nodePrefix, fileLocations])
  return bundled(basename(file), {
    ...options,
    format: 'cjs',
    // A tsconfig.json of its project would make plain JavaScript strict.
    tsconfigRaw: {},
    stdin: { contents, resolveDir: '/', sourcefile: 'script.js' },
  })
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
