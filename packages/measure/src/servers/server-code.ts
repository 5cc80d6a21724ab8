import { hash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { appFolder, codeSha256, readInputs } from '@steelyard/launcher'
import type { Workspace } from '../launch/workspace.ts'
import type { LoadedSuite } from '../plan/load-suite.ts'

/** The code of an app is the same on every machine. */
const ANY_MAKER = { platform: '', nodeVersion: '' }

/** Returns the hash of the code of a suite, of servers with all their apps, whichever are chosen. */
export async function suiteCodeSha256(
  { file, bundle, description: { server } }: Pick<LoadedSuite, 'file' | 'bundle' | 'description'>,
  workspace: Workspace,
): Promise<string> {
  const own = await codeSha256(bundle.text)
  if (server === null) return own
  const apps = Object.values(server.apps)
  const built = apps.flatMap(app => ('module' in app ? app.module : 'script' in app ? app.script : []))
  const modules = new Set([...built, ...(server.upstream === null ? [] : [server.upstream])])
  const prepared = new Set(apps.flatMap(app => ('prepared' in app ? app.prepared : [])))
  const codes = [
    ...Array.from(modules, async path =>
      codeSha256((await workspace.appOf(resolve(dirname(file), path), {})).text),
    ),
    ...Array.from(prepared, async name => (await readInputs(appFolder(file, name), name, ANY_MAKER)).sha256),
  ]
  // What cannot be read is said where it is started.
  const known = await Promise.all(codes.map(code => code.catch(() => null)))
  return hash('sha256', JSON.stringify([own, ...known]))
}
