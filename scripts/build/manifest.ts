import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { filesOf, git, ROOT } from './places.ts'

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
  readonly os?: readonly string[]
  readonly [field: string]: unknown
}

const PARTS = ['packages/*/package.json', 'runners/package.json', 'timers/package.json', 'bench/package.json']
const BUILT_COMMAND = 'packages/cli/src/api/installed.js'
const ENTRY = 'packages/cli/src/api/package'

/** Returns the manifest of the published package: the dependencies of all its parts, at the versions of the catalog. */
export function publishedManifest() {
  const { version, description, license } = manifestAt('package.json')
  const { optionalDependencies: runtimes = {} } = manifestAt('runners/package.json')
  const parts = filesOf(...PARTS).map(manifestAt)
  const dependencies = pinned(parts.map(part => part.dependencies))
  const optional = pinned(parts.map(part => part.optionalDependencies))
  const peers = pinned(parts.map(part => part.peerDependencies))
  return {
    name: 'steelyard',
    version,
    description,
    keywords: ['benchmark', 'performance', 'node', 'deno', 'bun', 'workerd', 'v8', 'javascriptcore'],
    license,
    type: 'module',
    bin: { steelyard: BUILT_COMMAND },
    exports: {
      '.': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` },
      './combination-1.schema.json': './packages/record/combination-1.schema.json',
      './config-1.schema.json': './packages/cli/config-1.schema.json',
      './run-2.schema.json': './packages/record/run-2.schema.json',
      './package.json': './package.json',
    },
    files: ['packages', 'runners', 'timers', 'bench', 'docs', 'CHANGELOG.md', 'SECURITY.md'],
    engines: { node: '>=22.12' },
    os: ['linux', 'darwin'],
    dependencies,
    // Dependencies come inside the package, so that none of their commands is linked into the project of a user.
    bundleDependencies: Object.keys(dependencies),
    // For commands that few need: those users install them too.
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map(name => [name, { optional: true }])),
    optionalDependencies: {
      ...Object.fromEntries(Object.entries(optional).filter(([name]) => !(name in runtimes))),
      ...esbuildBinaries(),
    },
  }
}

/** Returns the manifest of the runners: which package of a runtime is fetched when it is first needed, and its hash. */
export function runnersManifest(): object {
  const { optionalDependencies } = manifestAt('runners/package.json')
  const { packages } = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as {
    packages: Record<string, { resolution: { integrity?: string } }>
  }
  const runtimes = Object.entries(pinned([optionalDependencies])).map(([name, version]) => {
    const integrity = packages[`${name}@${version}`]?.resolution.integrity
    if (integrity === undefined) throw new Error(`the lockfile has no hash of ${name}@${version}`)
    return [name, { version, integrity }] as const
  })
  return { name: '@steelyard/runners', private: true, type: 'module', runtimes: Object.fromEntries(runtimes) }
}

/** esbuild itself is inside; npm chooses the binary for the platform. */
function esbuildBinaries(): Versions {
  const { optionalDependencies = {} } = manifestAt('node_modules/esbuild/package.json')
  const names = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map(name => `@esbuild/${name}`)
  return Object.fromEntries(names.map(name => [name, optionalDependencies[name] ?? '']))
}

/** Returns the manifest that the command reads its version from. */
export function versionManifest(): object {
  const { version } = manifestAt('packages/cli/package.json')
  const commit = git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*')
  return { name: '@steelyard/cli', private: true, version, type: 'module', commit }
}

/** @param file absolute, or from the root */
export function manifestAt(file: string): Manifest {
  return JSON.parse(readFileSync(resolve(ROOT, file), 'utf8')) as Manifest
}

function pinned(lists: readonly (Versions | undefined)[]): Versions {
  const { catalog } = parse(readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) as { catalog: Versions }
  const wanted = lists
    .flatMap(list => Object.entries(list ?? {}))
    .filter(([, version]) => !version.startsWith('workspace:'))
    .map(([name, version]) => [name, version === 'catalog:' ? (catalog[name] ?? version) : version] as const)
  return Object.fromEntries(wanted.toSorted(([a], [b]) => a.localeCompare(b)))
}
