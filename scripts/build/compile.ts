import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { filesOf, ROOT } from './places.ts'

/** Absolute paths. Suites are not among them: they stay as they are, and are bundled when they are run. */
const sources: ReadonlySet<string> = new Set(
  filesOf('packages/*/src/**/*.ts', 'runners/**/*.ts', 'timers/**/*.ts')
    .filter(file => !/\.(bench|d)\.ts$/.test(file))
    .map(file => join(ROOT, file)),
)

/**
 * Writes every file of the command as JavaScript, to the place that it has in the repository. What names a package of the
 * workspace names its file then.
 */
export async function compile(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...sources],
    outbase: ROOT,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    charset: 'utf8',
    logLevel: 'silent',
    plugins: [inPlace],
  })
}

/** Returns what an import of a source names in the package, from the same place. */
export function builtSpecifier(specifier: string, importer: string): string {
  if (!specifier.startsWith('@steelyard/')) return specifier.replace(/^(\.{1,2}\/.*)\.ts$/, '$1.js')
  const file = createRequire(importer).resolve(specifier).replace(/\.ts$/, '.js')
  const path = relative(dirname(importer), file)
  return path.startsWith('.') ? path : `./${path}`
}

const inPlace: Plugin = {
  name: 'in-place',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) =>
      kind === 'entry-point' ? null : { path: builtSpecifier(path, importer), external: true },
    )
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: builtText(await readFile(path, 'utf8'), path),
      loader: 'ts',
    }))
  },
}

/** Names files as they are called once built, where a text names them otherwise than by an import. */
function builtText(text: string, file: string): string {
  return text
    .replaceAll(/(?<=')[\w./-]+\.ts(?=')/g, name =>
      sources.has(resolve(dirname(file), name)) ? name.replace(/\.ts$/, '.js') : name,
    )
    .replaceAll(/(?<=import\.meta\.resolve\(')(@steelyard\/[^']+)(?='\))/g, name =>
      builtSpecifier(name, file),
    )
    .replace('IS_PUBLISHED: boolean = false', 'IS_PUBLISHED: boolean = true')
}
