import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { counted } from '@steelyard/text'
import { RESULTS } from '../../options/table/results.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { reasonOf } from '../../process/reason-of.ts'
import { type Page, type PageOf, pagesOf, plainPage } from './pages.ts'
import { recordFolder } from './record-folder.ts'

/**
 * Serves until it is interrupted, which is how it ends.
 *
 * @param named null for the usual folder, which need not be there yet
 */
export async function serveUntilInterrupted(named: string | null): Promise<number> {
  const folder = resolve(named ?? RESULTS)
  if (named !== null) await checkFolder(folder, named)
  return untilInterrupted(async signal => {
    const read = recordFolder(folder)
    const progress = new ProgressLine()
    const { records } = await read((done, all) => progress.show(`Reading records: ${done} of ${all}`))
    progress.clear()
    const onFault = (error: unknown) => stderr.say(`Cannot make a page: ${reasonOf(error)}\n`)
    const server = await startPageServer(pagesOf(folder, read), onFault)
    stdout.say(
      `Serving ${counted(records.size, 'record')} of ${shown(folder)} at ${server.url}\nNew records appear by themselves. Ctrl-C ends it.\n`,
    )
    if (!signal.aborted) await once(signal, 'abort')
    await server.close()
    stdout.say('Ended.\n')
    return EXIT.done
  })
}

async function checkFolder(folder: string, named: string): Promise<void> {
  const facts = await stat(folder).catch(() => null)
  if (facts === null)
    throw new UsageError(`Cannot serve ${named}: there is no such folder. Name one with records.`)
  if (!facts.isDirectory())
    throw new UsageError(`Cannot serve ${named}: it is a file. Name the folder that it is in.`)
}

const LOOPBACK = '127.0.0.1'

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Serves pages to this machine alone, at a free port. */
async function startPageServer(pageOf: PageOf, onFault: (error: unknown) => void) {
  async function answer({ headers, method, url }: IncomingMessage): Promise<Page> {
    if (!isOwnHost(headers.host, port))
      return plainPage(421, `This server answers to ${LOOPBACK} and localhost alone.`)
    if (method !== 'GET' && method !== 'HEAD') return plainPage(405, 'This server only shows pages.')
    // A browser sends nothing else to a server of its own.
    if (!url?.startsWith('/')) return plainPage(400, 'This is no path.')
    return pageOf(url.split(/[?#]/, 1)[0] ?? '')
  }

  const server = createServer(async (request, response) => {
    const { status, type, body, policy } = await answer(request).catch((error: unknown) => {
      onFault(error)
      // Why may quote what no page should show.
      return plainPage(500, 'This page cannot be made. The terminal says why.')
    })
    response.writeHead(status, {
      ...HEADERS,
      'content-type': `${type}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
    })
    response.end(body)
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.on('error', onFault)
  return {
    url: `http://${LOOPBACK}:${port}/`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Whether a request is meant for this server: a page elsewhere can give its own name the address of this machine, but not
 * another name to its requests.
 */
function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && [`${LOOPBACK}:${port}`, `localhost:${port}`].includes(host.toLowerCase())
}
