import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAlive } from '@steelyard/launcher'

/** Where engines write maps of their machine code, since perf looks for them there. */
export const MAPS = '/tmp'

const MARK = /^map-of-(\d+)$/

/** Another system with the same folder has other process ids; no launch takes this long. */
const LEAST_AGE_MS = 60_000

async function removeMap(pid: number, maps: string): Promise<void> {
  await rm(mapOf(pid, maps), { force: true })
}

/** Notes in a run's folder that a process of it writes a map, so that a later run removes what is left of a killed one. */
export async function noteMap(pid: number, workspace: string, maps: string = MAPS): Promise<void> {
  const identity = await identityOf(mapOf(pid, maps))
  if (identity !== null) await writeFile(join(workspace, `map-of-${pid}`), identity)
}

/**
 * Returns a process that writes a map, noted in its run's folder; its kill removes the map too.
 *
 * @throws Error where it cannot be noted; the process is killed then
 */
export async function mapped<P extends { readonly pid: number; kill(): Promise<void> }>(
  process: P,
  workspace: string,
  maps: string = MAPS,
): Promise<P> {
  const kill = async () => {
    await process.kill()
    await removeMap(process.pid, maps)
  }
  try {
    await noteMap(process.pid, workspace, maps)
  } catch (error) {
    await kill()
    throw error
  }
  return { ...process, kill }
}

/** Removes the maps of killed runs: those noted in the folders of other runs whose processes have ended. */
export async function removeLeftMaps(workspace: string, maps: string = MAPS): Promise<void> {
  const folder = dirname(workspace)
  const runs = (await readdir(folder)).filter(name => name.startsWith('steelyard-'))
  for (const run of runs) {
    const names = await readdir(join(folder, run)).catch(() => [])
    for (const name of names) {
      const pid = Number(MARK.exec(name)?.[1])
      if (pid > 0) await removeLeft(pid, join(folder, run, name), maps)
    }
  }
}

async function removeLeft(pid: number, note: string, maps: string): Promise<void> {
  const found = await lstat(note).catch(() => null)
  const isOwn = found?.isFile() === true && found.uid === process.getuid?.()
  if (!isOwn || Date.now() - found.mtimeMs < LEAST_AGE_MS || isAlive(pid)) return
  const identity = await readFile(note, 'utf8').catch(() => null)
  // The number may be that of another process by now, with a map of its own.
  if (identity !== null && identity === (await identityOf(mapOf(pid, maps)))) await removeMap(pid, maps)
  await rm(note, { force: true })
}

function mapOf(pid: number, maps: string): string {
  return join(maps, `perf-${pid}.map`)
}

/** Returns what distinguishes a file from a later one of the same name; null for a file of another user. */
async function identityOf(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null)
  if (found === null || !found.isFile() || found.uid !== process.getuid?.()) return null
  return `${found.dev} ${found.ino} ${found.birthtimeMs}`
}
