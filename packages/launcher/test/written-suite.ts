import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recognise } from '@steelyard/dialects'
import type { Runner } from '@steelyard/runners'
import { bundleEntry, bundleFor, bundleSuite } from '../src/bundle/bundle.ts'
import { bundleAdopted } from '../src/bundle/bundle-adopted.ts'
import type { BundleFile } from '../src/process/bundle-file.ts'
import type { Target } from '../src/targets/resolve-target.ts'

/** Bundles a suite into a file of a folder, for a build where one is given. */
export async function writtenSuite(
  suite: string,
  directory: string,
  target: Pick<Target, 'runner' | 'version'> | null = null,
): Promise<BundleFile> {
  const { text, sha256 } = await bundleFor(await bundleSuite(suite), target === null ? [] : [target])
  const file = join(directory, 'bundle.mjs')
  await writeFile(file, text)
  return { file, sha256 }
}

/** Bundles a benchmark file of others that is CommonJS into files of a folder, as a runner takes them. */
export async function writtenScript(path: string, runner: Runner, directory: string): Promise<BundleFile> {
  const recognised = await recognise(path, null)
  if (recognised === null) throw new Error(`${path} is written in no dialect`)
  const { text, sha256, script } = await bundleAdopted({ ...recognised, file: path, name: 'adopted' })
  if (script === undefined) throw new Error(`${path} is no CommonJS`)
  const file = join(directory, 'adopted.mjs')
  await writeFile(file, text)
  const scriptFile = join(directory, script.name)
  await writeFile(scriptFile, runner.scriptText?.(script.text) ?? script.text)
  return { file, sha256, scriptFile }
}

/** Bundles the entry of a runner into a file of a folder, and returns its path. */
export async function writtenEntry(runner: Runner, directory: string): Promise<string> {
  const file = join(directory, `entry-${runner.name}.mjs`)
  await writeFile(file, await bundleEntry(runner))
  return file
}
