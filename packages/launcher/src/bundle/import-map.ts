import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { orNull } from '../machine/or-null.ts'

/** What counts here of a `deno.json`. */
interface DenoConfig {
  readonly name?: string
  readonly exports?: string | Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, string>>
  readonly importMap?: string
  readonly workspace?: readonly string[] | { readonly members?: readonly string[] }
}

const FILES = ['deno.json', 'deno.jsonc']
const BARE = /^[^./]/
/** A package of a registry: its scheme, its name, a version, and a path in it. */
const PACKAGE = /^(npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/

/**
 * Resolves imports as Deno does: by the import map of the nearest `deno.json`, its workspace, and `npm:` and `jsr:`, whose
 * packages come from `node_modules`. What none of them names is left to the bundler.
 */
export const importMap: Plugin = {
  name: 'import-map',
  setup({ onResolve, resolve: resolveBy }) {
    onResolve({ filter: BARE }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === importMap || resolveDir === '' || importer.includes('/node_modules/')) return null
      const mapped = mappedBy(path, resolveDir)
      const found = packageOf(mapped ?? path) ?? mapped
      if (found === null) return null
      const result = await resolveBy(found, { importer, resolveDir, kind, pluginData: importMap })
      // The bundler names what the file imports.
      return result.errors.length > 0 ? null : result
    })
  },
}

/** Returns what the nearest `deno.json` that names an import has for it, a path or a specifier; null where none does. */
function mappedBy(specifier: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const config = configIn(folder)
    if (config !== null) {
      const found =
        memberOf(specifier, config, folder) ?? entryOf(specifier, importsOf(config, folder), folder)
      if (found !== null) return found
    }
    if (folder === dirname(folder)) return null
  }
}

function importsOf({ imports, importMap: file }: DenoConfig, folder: string): DenoConfig['imports'] {
  if (imports !== undefined || file === undefined) return imports
  return readJson(join(folder, file))?.imports
}

/** The longest key wins; one that ends in a slash stands for what begins so. */
function entryOf(specifier: string, imports: DenoConfig['imports'] = {}, folder: string): string | null {
  const keys = Object.keys(imports).filter(
    key => key === specifier || (key.endsWith('/') && specifier.startsWith(key)),
  )
  const key = keys.toSorted((one, other) => other.length - one.length)[0]
  const value = key === undefined ? undefined : imports[key]
  if (key === undefined || typeof value !== 'string') return null
  const whole = value + specifier.slice(key.length)
  return whole.startsWith('.') ? resolve(folder, whole) : whole
}

/** Returns the file of a member of the workspace that a specifier names. */
function memberOf(specifier: string, { workspace }: DenoConfig, folder: string): string | null {
  const members = Array.isArray(workspace)
    ? workspace
    : ((workspace as { members?: string[] })?.members ?? [])
  for (const member of members as readonly string[]) {
    const place = resolve(folder, member)
    const config = configIn(place)
    if (config?.name === undefined || !`${specifier}/`.startsWith(`${config.name}/`)) continue
    const part = `.${specifier.slice(config.name.length)}`
    const file =
      typeof config.exports === 'object' ? config.exports[part] : part === '.' ? config.exports : null
    if (typeof file === 'string') return resolve(place, file)
  }
  return null
}

/** Packages of JSR have these names where npm installs them. */
function packageOf(specifier: string): string | null {
  const [, scheme, name = '', path = ''] = PACKAGE.exec(specifier) ?? []
  if (scheme === undefined) return null
  return `${scheme === 'npm' ? name : `@jsr/${name.replace(/^@/, '').replace('/', '__')}`}${path}`
}

function configIn(folder: string): DenoConfig | null {
  return FILES.map(file => readJson(join(folder, file))).find(config => config !== null) ?? null
}

const TEXT_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g
const TEXT_OR_LAST_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g

/** Reads JSON that may have comments and commas at the end of a list; null for what is none. */
function readJson(file: string): DenoConfig | null {
  const textsOnly = (found: string) => (found.startsWith('"') ? found : ' ')
  return orNull(() => {
    const text = readFileSync(file, 'utf8')
    return JSON.parse(text.replace(TEXT_OR_COMMENT, textsOnly).replace(TEXT_OR_LAST_COMMA, textsOnly))
  })
}
