import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import {
  bundleEntry,
  type ContenderProcess,
  type EngineEvent,
  type Limits,
  launch,
  type SuiteBundle,
  type Target,
} from '@steelyard/launcher'

/** A suite's bundle, written where contenders find it. */
export interface WrittenBundle extends SuiteBundle {
  readonly file: string
}

/** The temporary folder of one run: bundles, entries, and a folder for each contender while it lives. */
export class Workshop {
  readonly directory: string
  readonly #entries = new Map<string, Promise<string>>()
  #launches = 0

  private constructor(directory: string) {
    this.directory = directory
  }

  static async open(): Promise<Workshop> {
    return new Workshop(await mkdtemp(join(os.tmpdir(), 'steelyard-')))
  }

  async writeBundle(bundle: SuiteBundle): Promise<WrittenBundle> {
    const file = join(this.directory, `${bundle.sha256.slice(0, 16)}.mjs`)
    await writeFile(file, bundle.text)
    return { ...bundle, file }
  }

  /** Starts a contender. */
  async launch(
    target: Target,
    bundle: WrittenBundle,
    options: {
      readonly core: number | null
      readonly compatibilityDate: string | null
      readonly limits?: Limits
      readonly onEvent?: (event: EngineEvent) => void
    },
  ): Promise<ContenderProcess> {
    const directory = join(this.directory, `contender-${this.#launches++}`)
    await mkdir(directory)
    return launch({ target, bundle: bundle.file, entry: await this.#entryOf(target), directory, ...options })
  }

  async close(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true })
  }

  #entryOf({ runner }: Target): Promise<string> {
    let written = this.#entries.get(runner.name)
    if (written === undefined) {
      const file = join(this.directory, `entry-${runner.name}.mjs`)
      written = bundleEntry(runner).then(async text => {
        await writeFile(file, text)
        return file
      })
      this.#entries.set(runner.name, written)
    }
    return written
  }
}
