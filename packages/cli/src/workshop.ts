import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import {
  bundleApp,
  bundleEntry,
  type ContenderProcess,
  LaunchError,
  type LaunchTrace,
  type Limits,
  launch,
  type SuiteBundle,
  type Target,
} from '@steelyard/launcher'
import type { ParamValues } from './plan.ts'

/** A suite's bundle, written where contenders find it. */
export interface WrittenBundle extends SuiteBundle {
  readonly file: string
}

/** The temporary folder of one run: bundles, entries, and a folder for each contender while it lives. */
export class Workshop {
  readonly directory: string
  /** SHA-256 of each file, by its path. */
  readonly #written = new Map<string, string>()
  readonly #entries = new Map<string, Promise<string>>()
  readonly #entryTexts = new Map<string, Promise<string>>()
  readonly #apps = new Map<string, Promise<WrittenBundle>>()
  #launches = 0

  private constructor(directory: string) {
    this.directory = directory
  }

  static async open(): Promise<Workshop> {
    return new Workshop(await mkdtemp(join(os.tmpdir(), 'steelyard-')))
  }

  async writeBundle(bundle: SuiteBundle): Promise<WrittenBundle> {
    const file = join(this.directory, `${bundle.sha256.slice(0, 16)}.mjs`)
    await this.#write(file, bundle.text)
    return { ...bundle, file }
  }

  /**
   * Bundles the module of an app, once for each choice of parameters.
   *
   * @throws SyntaxError as `bundleApp`
   */
  appOf(file: string, params: ParamValues): Promise<WrittenBundle> {
    const key = JSON.stringify([file, params])
    const written = this.#apps.get(key) ?? bundleApp(file, params).then(bundle => this.writeBundle(bundle))
    this.#apps.set(key, written)
    return written
  }

  /** Returns a folder that no other launch has. */
  async newFolder(): Promise<string> {
    const folder = join(this.directory, `contender-${this.#launches++}`)
    await mkdir(folder)
    return folder
  }

  /** Starts a contender. */
  async launch(
    target: Target,
    bundle: SuiteBundle,
    options: {
      readonly core: number | null
      readonly compatibilityDate: string | null
      readonly limits?: Limits
      readonly trace?: LaunchTrace
      readonly codeTraceFile?: string
    },
  ): Promise<ContenderProcess> {
    const directory = await this.newFolder()
    return launch({
      target,
      bundle,
      entry: await this.#entryText(target.runner),
      directory,
      ...options,
    })
  }

  /** Returns the path of the bundled entry of a runner or a timer. */
  entryOf(one: { readonly name: string; readonly entry: URL }): Promise<string> {
    let written = this.#entries.get(one.name)
    if (written === undefined) {
      const file = join(this.directory, `entry-${one.name}.mjs`)
      written = this.#entryText(one).then(async text => {
        await this.#write(file, text)
        return file
      })
      this.#entries.set(one.name, written)
    }
    return written
  }

  /**
   * Servers are started from files that stay: makes sure that those of one are what was written.
   *
   * @throws LaunchError when somebody has changed one of them since
   */
  async checkUnchanged(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const written = this.#written.get(file)
      if (written !== undefined && sha256Of(await readFile(file)) !== written) {
        throw new LaunchError('failed', 'was not started: something rewrote the bundle it is started from')
      }
    }
  }

  async #write(file: string, text: string): Promise<void> {
    await writeFile(file, text)
    this.#written.set(file, sha256Of(text))
  }

  #entryText(one: { readonly name: string; readonly entry: URL }): Promise<string> {
    const text = this.#entryTexts.get(one.name) ?? bundleEntry(one)
    this.#entryTexts.set(one.name, text)
    return text
  }

  async close(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true })
  }
}

function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
