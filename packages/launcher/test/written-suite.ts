import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner } from '@steelyard/runners'
import { bundleEntry, bundleSuite } from '../src/bundle/bundle.ts'
import type { BundleFile } from '../src/process/bundle-file.ts'

/** Bundles a suite into a file of a folder. */
export async function writtenSuite(suite: string, directory: string): Promise<BundleFile> {
  const { text, sha256 } = await bundleSuite(suite)
  const file = join(directory, 'bundle.mjs')
  await writeFile(file, text)
  return { file, sha256 }
}

/** Bundles the entry of a runner into a file of a folder, and returns its path. */
export async function writtenEntry(runner: Runner, directory: string): Promise<string> {
  const file = join(directory, `entry-${runner.name}.mjs`)
  await writeFile(file, await bundleEntry(runner))
  return file
}
