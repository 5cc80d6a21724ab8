import { randomUUID } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import {
  allowedCores,
  bundleApp,
  bundleEntry,
  type ContenderProcess,
  type CoreMeter,
  hostMark,
  killAll,
  killingFrom,
  LaunchError,
  type LaunchOptions,
  launch,
  moveProcess,
  openCoreMeter,
  openReferee,
  type Referee,
  type SuiteBundle,
  type Target,
} from '@steelyard/launcher'
import type { ParamValues } from '../plan/plan.ts'
import { resolveTargets } from '../targets/targets.ts'
import { StallHistory } from './stall-watch.ts'

/** A suite's bundle, written where contenders find it. */
export interface WrittenBundle extends SuiteBundle {
  readonly file: string
  /** CommonJS script of the suite; absent where it has none. */
  readonly scriptFile?: string
}

/** How a contender is started, besides what a workspace has. */
export type StartOptions = Omit<
  LaunchOptions,
  'target' | 'entry' | 'bundle' | 'directory' | 'confinement'
> & {
  /** Whether it keeps the network where it is confined. */
  readonly hasNetwork?: boolean
}

/** The temporary folder of one run: bundles, entries, and a folder for each contender while it lives. */
export class Workspace {
  readonly directory: string
  /** Whether contenders are confined to their own files, without network but for suites that ask for it. */
  isConfined = false
  readonly meter: CoreMeter = openCoreMeter()
  readonly stallHistory: StallHistory = new StallHistory()
  #referee: Referee | null | undefined
  #loader: Promise<Target> | undefined
  readonly #written = new Map<string, { readonly text: string; readonly done: Promise<void> }>()
  readonly #entries = new Map<string, Promise<string>>()
  readonly #apps = new Map<string, Promise<WrittenBundle>>()
  #launches = 0

  private constructor(directory: string) {
    this.directory = directory
  }

  static async open(): Promise<Workspace> {
    return new Workspace(await mkdtemp(join(os.tmpdir(), `steelyard-${hostMark()}-`)))
  }

  async writeBundle(bundle: SuiteBundle): Promise<WrittenBundle> {
    const file = join(this.directory, `${bundle.sha256.slice(0, 16)}.mjs`)
    await this.#write(file, bundle.text)
    if (bundle.script === undefined) return { ...bundle, file }
    const script = join(this.directory, bundle.script.name)
    await this.#write(script, bundle.script.text)
    return { ...bundle, file, scriptFile: script }
  }

  /** Returns a bundle with its script as a runtime takes it. */
  async bundleFor({ name, scriptText }: Target['runner'], bundle: WrittenBundle): Promise<WrittenBundle> {
    const { script } = bundle
    if (script === undefined || scriptText === undefined) return bundle
    const folder = join(this.directory, `scripts-${name}`)
    await mkdir(folder, { recursive: true })
    const scriptFile = join(folder, script.name)
    await this.#write(scriptFile, scriptText(script.text))
    return { ...bundle, scriptFile }
  }

  /** Bundles the module of an app, once for each choice of parameters; SyntaxError as `bundleApp`. */
  appOf(file: string, params: ParamValues): Promise<WrittenBundle> {
    const key = JSON.stringify([file, params])
    const written = this.#apps.get(key) ?? bundleApp(file, params).then(bundle => this.writeBundle(bundle))
    this.#apps.set(key, written)
    return written
  }

  async newFolder(): Promise<string> {
    const folder = join(this.directory, `contender-${this.#launches++}`)
    await mkdir(folder)
    return folder
  }

  /** Takes the turns of its launches; null where the platform cannot have one. */
  get referee(): Referee | null {
    if (this.#referee === undefined) this.#referee = openReferee()
    return this.#referee
  }

  /** Returns the pinned Node, which loads suites; UsageError in one sentence when it cannot be had. */
  loader(): Promise<Target> {
    this.#loader ??= resolveTargets(['node'], this.directory).then(([node]) => {
      if (node === undefined) throw new RangeError('no pinned Node')
      return node.target
    })
    return this.#loader
  }

  async launch(
    target: Target,
    written: WrittenBundle,
    { hasNetwork = false, ...asked }: StartOptions,
  ): Promise<ContenderProcess> {
    const options = { ...asked, ...(this.isConfined && { confinement: { hasNetwork } }) }
    const directory = await this.newFolder()
    const entry = await this.entryOf(target.runner)
    const bundle = await this.bundleFor(target.runner, written)
    await this.restore([entry, bundle.file, ...(bundle.scriptFile === undefined ? [] : [bundle.scriptFile])])
    const process = await launch({ target, bundle, entry, directory, ...options })
    if (!options.isMapped) return process
    const kill = async () => {
      await process.kill()
      // The engine writes the map of its machine code where perf looks for it.
      await rm(`/tmp/perf-${process.pid}.map`, { force: true })
    }
    return { ...process, kill, [Symbol.asyncDispose]: kill }
  }

  /** Returns the path of the bundled entry of a runner or a timer. */
  entryOf(one: Pick<Target['runner'], 'entry' | 'isOld'> & { readonly name: string }): Promise<string> {
    const file = join(this.directory, `entry-${one.name}.mjs`)
    const write = async () => {
      await this.#write(file, await bundleEntry(one))
      return file
    }
    const written = this.#entries.get(one.name) ?? write()
    this.#entries.set(one.name, written)
    return written
  }

  /** Writes changed files again, so that later contenders start from the same; LaunchError when one cannot be written. */
  async restore(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const { text } = this.#written.get(file) ?? {}
      if (text === undefined || (await holds(file, text))) continue
      await replaceFile(file, text).catch(({ message }: Error) => {
        throw new LaunchError(
          'failed',
          `was not started: what it is started from was changed, and ${message}`,
        )
      })
    }
  }

  /** Written once: a process that starts meanwhile would find the file rewritten. */
  #write(file: string, text: string): Promise<void> {
    const earlier = this.#written.get(file)
    if (earlier?.text === text) return earlier.done
    const done = writeFile(file, text)
    this.#written.set(file, { text, done })
    return done
  }

  async close(): Promise<void> {
    await this.meter.close()
    await this.#referee?.close()
    // A suite may leave what cannot be removed.
    await rm(this.directory, { recursive: true, force: true }).catch(() => {})
  }
}

/** Only a regular file is read: a read of a pipe would never end. */
async function holds(file: string, text: string): Promise<boolean> {
  const expected = Buffer.from(text)
  const stat = await lstat(file).catch(() => null)
  if (!stat?.isFile() || stat.size !== expected.length) return false
  const found = await readFile(file).catch(() => null)
  return found?.equals(expected) ?? false
}

/** A contender that reads it meanwhile finds the one or the other, whole. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { flag: 'wx' })
  await rename(draft, file).catch(async () => {
    // A folder has its name.
    await rm(file, { recursive: true, force: true })
    await rename(draft, file)
  })
}

/** Runs a task with a workspace of its own; null when it failed because the signal came. */
export async function inWorkspace<T>(
  signal: AbortSignal,
  work: (workspace: Workspace) => Promise<T | null>,
): Promise<T | null> {
  const cores = allowedCores()
  const workspace = await Workspace.open()
  using _killing = killingFrom(signal)
  try {
    return await work(workspace)
  } catch (error) {
    // A process that an interruption killed did not fail.
    if (signal.aborted) return null
    throw error
  } finally {
    await killAll()
    // The host was moved between cores; the next run in this process must find it on all of them.
    await moveProcess(process.pid, cores)
    await workspace.close()
  }
}
