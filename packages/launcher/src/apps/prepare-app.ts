import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fillEntry, removeEntry } from '../cache/cache-entry.ts'
import { findExecutable } from '../machine/executables.ts'
import { orNull } from '../machine/or-null.ts'
import { isObject } from '../process/channel/values.ts'
import { type ChildOptions, endWithin, startChild } from '../process/child.ts'
import { cleanEnvironment } from '../process/clean-environment.ts'
import { withoutNetwork } from '../process/confinement.ts'
import { hostMark } from '../process/descendants.ts'
import { MAKER, type PrepareInputs, readInputs } from './prepare-inputs.ts'
import { unprepared } from './prepare-recipe.ts'
import { PREPARED, type PreparedApp, type PreparedFacts, preparedName, readPrepared } from './prepared-app.ts'

/** Reports how the making of an app proceeds, and aborts it. */
export interface PrepareEvents {
  /** The current step, for one line on a terminal. */
  onProgress(text: string): void
  readonly signal: AbortSignal
}

const STEP_LIMIT_MS = 600_000
const OUTPUT_LINES = 20

/**
 * Makes an app from its folder, or finds it in the cache: installs what its lockfile says from the npm
 * registry, with the user's settings and without running any package's scripts, and then runs the steps of its recipe
 * with the pinned Node, in a clean environment and, where the platform can, without any network.
 *
 * @throws LaunchError in one sentence; nothing is kept then
 */
export async function prepareApp(
  folder: string,
  events: PrepareEvents,
): Promise<PreparedApp & { readonly isNew: boolean }> {
  const name = basename(folder)
  const inputs = await readInputs(folder, name)
  const kept = await readPrepared(name, inputs)
  if (kept !== null) return { ...kept, isNew: false }
  const entry = preparedName(name, inputs)
  // What is left of it is incomplete.
  await removeEntry(PREPARED, entry).catch(() => {})
  const home = await mkdtemp(join(os.tmpdir(), `steelyard-${hostMark()}-prepare-`))
  try {
    await fillEntry(PREPARED, entry, directory => make({ name, inputs, directory, home, events }))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  const made = await readPrepared(name, inputs)
  if (made === null) throw unprepared(name, 'it was removed meanwhile. Run again.')
  return { ...made, isNew: true }
}

interface Making {
  readonly name: string
  readonly inputs: PrepareInputs
  /** The app's folder while it is made. */
  readonly directory: string
  /** The home of the steps: nothing that they write there is kept. */
  readonly home: string
  readonly events: PrepareEvents
}

async function make(making: Making): Promise<PreparedFacts> {
  const { name, inputs, directory, home, events } = making
  const { recipe, files, sha256 } = inputs
  const lock = dataOf<Lockfile>(files, 'package-lock.json', name)
  if (!isObject(lock.packages)) {
    throw unprepared(
      name,
      'its package-lock.json has no list of packages. Write it with npm 7 or newer and run again.',
    )
  }
  const { dependencies = {} } = dataOf<{ dependencies?: object }>(files, 'package.json', name)
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), bytes)
  }
  const hasPackages = Object.keys(lock.packages).length > 1
  if (hasPackages) {
    events.onProgress(`${name}: installing ${Object.keys(lock.packages).length - 1} packages`)
    // Not `npm ci`: it refuses lockfiles that lack the builds of a package for other platforms, which a registry may lack.
    await npm(making, ['install', '--no-save', '--include=dev'])
  }
  const prefix = await withoutNetwork(home)
  for (const { script, args = [], environment } of recipe.steps) {
    const words = [basename(script), ...args].join(' ')
    events.onProgress(`${name}: ${words}`)
    await toEnd(making, words, {
      file: process.execPath,
      args: [join(directory, script), ...args],
      prefix,
      environment: { ...stepEnvironment(home), ...recipe.environment, ...environment },
    })
  }
  for (const path of recipe.remove) await rm(join(directory, path), { recursive: true, force: true })
  // Most of what was installed was only needed by the steps.
  const needsPackages = Object.keys(dependencies).length > 0
  if (hasPackages && needsPackages) await npm(making, ['prune', '--omit=dev', '--offline'])
  else if (hasPackages) await rm(join(directory, 'node_modules'), { recursive: true, force: true })
  const missing = recipe.outputs.find(output => !existsSync(join(directory, output)))
  if (missing !== undefined) {
    throw unprepared(
      name,
      `its steps ended well, but did not make ${missing}, or it was removed with what only steps need. Correct prepare.json and run again.`,
      'failed',
    )
  }
  return {
    ...{ inputsSha256: sha256, nodeVersion: MAKER.nodeVersion, packages: namedVersions(lock) },
    sizeBytes: await sizeOf(directory),
  }
}

function dataOf<Data>(files: PrepareInputs['files'], path: string, name: string): Data {
  const data: unknown = orNull(() => JSON.parse(files.get(path)?.toString('utf8') ?? ''))
  if (isObject(data)) return data as Data
  throw unprepared(name, `there is no ${path} in its folder that is JSON. Add it and run again.`)
}

/** The part of npm's lockfile that is needed here. */
interface Lockfile {
  /** By path; '' is the app itself. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly dependencies?: object
  readonly devDependencies?: object
}

/** Returns the versions of the packages that the app itself names, without a range. */
function namedVersions({ packages }: Lockfile): Readonly<Record<string, string>> {
  const names = Object.keys({ ...packages['']?.dependencies, ...packages['']?.devDependencies })
  return Object.fromEntries(names.sort().map(name => [name, packages[`node_modules/${name}`]?.version ?? '']))
}

/** Runs the user's npm, whose settings say where packages come from. No package may run code while it is installed. */
async function npm(making: Making, words: readonly string[]): Promise<void> {
  const file = findExecutable('npm')
  if (file === null) throw unprepared(making.name, 'there is no npm on the PATH. Install it and run again.')
  const args = [
    ...words,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ]
  await toEnd(making, `npm ${words.join(' ')}`, { file, args, environment: userEnvironment() })
}

/** A script gets no variables of another tool's scripts, and none that leave out packages. */
function userEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(npm_(lifecycle|package)_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}

function stepEnvironment(home: string): Record<string, string> {
  const { PATH, ...environment } = cleanEnvironment(home)
  return {
    ...environment,
    // Steps that start `node` get the same one.
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    NODE_ENV: 'production',
    CI: '1',
    DO_NOT_TRACK: '1',
  }
}

async function toEnd(
  { name, directory, events }: Making,
  words: string,
  run: Omit<ChildOptions, 'directory'>,
): Promise<void> {
  const child = startChild({ ...run, directory })
  const { code, signal, error } = await endWithin(child, STEP_LIMIT_MS, events.signal)
  events.signal.throwIfAborted()
  if (code === 0) return
  const how = error?.message ?? (signal === null ? `exited with code ${code}` : `was ended by ${signal}`)
  const lines = child.output().split('\n').slice(-OUTPUT_LINES)
  const what = `'${words}' ${how}. Nothing was kept. Fix the error shown and run again.`
  throw unprepared(name, what, 'failed', lines.join('\n'))
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder, { recursive: true })).map(
    async path => (await lstat(join(folder, path))).size,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
