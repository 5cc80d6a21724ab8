import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { barePage } from '../../bench/ssr-apps/bare-page.ts'
import { PRODUCTS } from '../../bench/ssr-apps/page/shop.ts'
import suite from '../../bench/ssr-apps/suite.ts'
import {
  appFolder,
  bundleApp,
  bundleEntry,
  LIMITS,
  parseTarget,
  prepareApp,
  resolveTarget,
  type ServerApp,
  startServer,
} from '../../packages/launcher/src/index.ts'
import { configurationOf } from '../../packages/measure/src/servers/configuration.ts'

const SUITE = fileURLToPath(new URL('../../bench/ssr-apps/suite.ts', import.meta.url))
const START_MS = 60_000

type Rendering = 'dynamic' | 'cached'

/**
 * Prepares `ssr-apps`, starts every app on every runtime and holds its pages of all sizes against those of plain strings.
 * Next.js is also started as the app whose pages it keeps, which its responses must show.
 *
 * @throws Error when something cannot be made or started, or a page is another
 */
export async function renderedPages(say: (text: string) => void): Promise<void> {
  const directory = await mkdtemp(join(os.tmpdir(), 'steelyard-acceptance-'))
  const right = new Map<string, string>()
  try {
    for (const caseId of Object.keys(suite.cases)) {
      for (const runtime of ['node', 'deno', 'bun', 'workerd']) {
        for (const rendering of renderingsOf(caseId, runtime)) {
          const pages = await pagesOf(caseId, { runtime, rendering }, directory, say)
          for (const [size, html] of pages) {
            const page = barePage(html)
            if (!right.has(size)) right.set(size, page)
            if (page !== right.get(size))
              throw new Error(`${caseId} on ${runtime}, ${rendering}, has another page ${size}`)
            say(
              `pages: ${caseId} on ${runtime}: ${rendering} ${size} is right, ${Buffer.byteLength(html)} bytes`,
            )
          }
        }
      }
    }
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** OpenNext's worker is built once. */
function renderingsOf(caseId: string, runtime: string): readonly Rendering[] {
  return caseId === 'next' && runtime !== 'workerd' ? ['dynamic', 'cached'] : ['dynamic']
}

async function pagesOf(
  caseId: string,
  { runtime, rendering }: { readonly runtime: string; readonly rendering: Rendering },
  directory: string,
  say: (text: string) => void,
) {
  const target = await resolveTarget(parseTarget(runtime), directory)
  const folder = await mkdtemp(join(directory, 'app-'))
  const { name, server: native } = target.runner
  const entry = native.entry === null ? '' : join(folder, 'entry.mjs')
  if (native.entry !== null) await writeFile(entry, await bundleEntry({ name, entry: native.entry }))
  const described = suite.cases[caseId]
  const environment = typeof described === 'object' ? described.environment : {}
  await mkdir(join(folder, 'home'))
  const server = await startServer({
    ...{ target, entry, core: null, compatibilityDate: target.compatibilityDate },
    app: await appOf(caseId, name, folder, say),
    directory: join(folder, 'home'),
    environment: { NODE_ENV: 'production', RENDERING: rendering, ...environment },
    limits: { ...LIMITS, startMs: START_MS },
  })
  try {
    const pages: [string, string][] = []
    for (const size of Object.keys(PRODUCTS)) {
      const answer = await fetch(`${server.url}/?page=${size}`)
      const html = await answer.text()
      const headers = Object.fromEntries(answer.headers)
      const found = configurationOf({}, { headers, bytes: Buffer.byteLength(html) })
      if (found.rendering !== rendering) throw new Error(`${caseId} on ${runtime} is not ${rendering}`)
      pages.push([size, html])
    }
    return pages
  } finally {
    await server.kill()
  }
}

async function appOf(
  caseId: string,
  runtime: string,
  folder: string,
  say: (text: string) => void,
): Promise<ServerApp> {
  const described = suite.cases[caseId]
  if (typeof described === 'string') {
    const file = join(folder, 'app.mjs')
    await writeFile(file, (await bundleApp(join(SUITE, '..', described))).text)
    return { kind: 'module', file }
  }
  if (described === undefined || !('prepared' in described)) throw new Error(`${caseId} is not prepared`)
  const events = { onProgress: (text: string) => say(`pages: ${text}`), signal: new AbortController().signal }
  const { directory } = await prepareApp(appFolder(SUITE, described.prepared), events)
  const how = described.start[runtime]
  if (how === undefined) throw new Error(`${caseId} says nothing of ${runtime}`)
  return 'module' in how
    ? { kind: 'module', file: join(directory, how.module) }
    : { kind: 'script', directory, file: how.script, args: how.args ?? [] }
}
