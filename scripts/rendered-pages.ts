// Starts every app of `ssr-apps` on every runtime, and compares their pages: node scripts/rendered-pages.ts
// Ends with an error where an app cannot be started, or a page is another.
import { fileURLToPath } from 'node:url'
import { barePage } from '../bench/ssr-apps/bare-page.ts'
import suite from '../bench/ssr-apps/suite.ts'
import { acquireLock } from '../packages/cli/src/process/lock.ts'
import { launchContext } from '../packages/cli/test/launch-context.ts'
import { openConnection } from '../packages/launcher/src/index.ts'
import { startLoad } from '../packages/load/src/index.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { startReady } from '../packages/measure/src/servers/launch-servers.ts'
import type { ReadyServer } from '../packages/measure/src/servers/server-app.ts'
import { configurationOf } from '../packages/measure/src/servers/server-launch.ts'
import { DEFAULT_TARGETS } from '../packages/measure/src/targets/targets.ts'
import { say } from './say.ts'

const SUITE = fileURLToPath(new URL('../bench/ssr-apps/suite.ts', import.meta.url))
const ANSWER_LIMIT_MS = 60_000

/** Several responses of 15 MB pass the limit of memory. */
const PAGES = ['small', '2mb']

/** Next.js also as the app whose pages it keeps; of workerd OpenNext's worker is built once. */
const CACHED_TARGETS = ['node', 'deno', 'bun'].map(runtime => `RENDERING=cached ${runtime}`)

const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
const load = await startLoad({ core: null, directory: await workspace.newFolder() })
const right = new Map<string, string>()
try {
  const context = await launchContext(workspace, SUITE, [...DEFAULT_TARGETS, ...CACHED_TARGETS])
  for (const caseId of Object.keys(suite.cases)) {
    for (const [target, id] of context.targetIds.entries()) {
      const rendering = id.startsWith('RENDERING=') ? 'cached' : 'dynamic'
      if (rendering === 'cached' && caseId !== 'next') continue
      for (const page of PAGES) {
        const plan = { caseId, params: { page, load: 'sequential' }, target }
        const server = await startReady(plan, { core: null, loadCore: null, load }, context)
        if (configurationOf({}, server.answer).rendering !== rendering)
          throw new Error(`${caseId} on ${id} is not ${rendering}`)
        const html = await pageOf(server)
        if (!right.has(page)) right.set(page, html)
        if (html !== right.get(page)) throw new Error(`${caseId} on ${id} has another page ${page}`)
        say(`${caseId} on ${id}: ${page} is right, ${server.answer.bytes} bytes`)
      }
    }
  }
} finally {
  await load.stop()
  await workspace.close()
  release()
}

async function pageOf({ process, spec }: ReadyServer): Promise<string> {
  process.resume()
  const connection = await openConnection(process.port)
  const { body } = await connection.get(spec.path, ANSWER_LIMIT_MS)
  await process.kill()
  return barePage(body.toString())
}
