import { LaunchError } from '../process/launch-error.ts'

/** One package in a lockfile of npm, by its path in `node_modules`. */
interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  /** Comes inside the package that holds it, under its integrity. */
  readonly inBundle?: boolean
}

/** The part of npm's file that is needed here. */
export interface Lockfile {
  /** The path is '' for the app itself. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/**
 * Reads the text of a `package-lock.json`, of which every package must come from the registry with its integrity.
 *
 * @throws LaunchError in one sentence naming the first package that does not
 */
export function readLockfile(text: string, name: string): Lockfile {
  const wrong = (what: string) =>
    new LaunchError(
      'start',
      `Cannot prepare ${name}: package-lock.json ${what}. Make it with 'npm install --package-lock-only' and run again.`,
    )
  let data: Partial<Lockfile> | null
  try {
    data = JSON.parse(text)
  } catch {
    throw wrong('is not JSON')
  }
  if (typeof data?.packages !== 'object') throw wrong('lists no packages')
  for (const [path, locked] of Object.entries(data.packages)) {
    if (path === '' || locked.inBundle) continue
    const fault = faultOf(locked)
    if (fault !== null) throw wrong(`has ${path} ${fault}`)
  }
  return { packages: data.packages }
}

function faultOf({ link, resolved = '', integrity }: LockedPackage): string | null {
  if (link) return 'as a link to a folder'
  if (/^(git|file|github)/.test(resolved)) return 'from elsewhere than the registry'
  return integrity === undefined ? 'without an integrity' : null
}

/**
 * Checks that nothing was installed but what is locked.
 *
 * @throws LaunchError in one sentence naming the first package that is not
 */
export function checkInstalled(locked: Lockfile, installed: Lockfile, name: string): void {
  for (const [path, { version, integrity }] of Object.entries(installed.packages)) {
    const wanted = locked.packages[path]
    if (wanted === undefined || wanted.version !== version || wanted.integrity !== integrity) {
      throw new LaunchError(
        'start',
        `Cannot prepare ${name}: npm installed ${path} ${version}, which package-lock.json does not list. Make it with 'npm install --package-lock-only' and run again.`,
      )
    }
  }
}

/** Returns the versions of the packages that the app itself names, without a range. */
export function namedVersions({ packages }: Lockfile): Readonly<Record<string, string>> {
  const { dependencies = {}, devDependencies = {} } = (packages[''] ?? {}) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >
  return Object.fromEntries(
    Object.keys({ ...dependencies, ...devDependencies })
      .sort()
      .map(name => [name, packages[`node_modules/${name}`]?.version ?? '']),
  )
}
