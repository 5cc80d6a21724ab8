import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { counted } from '@steelyard/text'
import { RESULTS } from '../../options/table/results.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { visibleText } from '../../output/visible-text.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { reasonOf } from '../../process/reason-of.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { pagesOf } from './pages.ts'
import { followFolder, type RecordFolder } from './record-folder.ts'

/** What is served where. */
export interface ServeOptions {
  /** Null for the usual one, which need not be there yet. */
  readonly folder: string | null
  /** 0 for a free one. */
  readonly port: number
}

/** Serves until it is interrupted, which is how it ends. */
export async function serveUntilInterrupted({ folder: named, port }: ServeOptions): Promise<number> {
  const folder = resolve(named ?? RESULTS)
  if (named !== null) await checkFolder(folder, named)
  const interruption = watchInterruption()
  const ended = new Promise<void>(end => {
    interruption.signal.addEventListener('abort', () => end(), { once: true })
  })
  const serving = serve(folder, port, interruption.signal)
  let closing: Serving | null = null
  try {
    // Ended while the records are read, it does not read the rest.
    closing = (await Promise.race([serving, ended])) ?? null
    await ended
    stdout.say('Ended.\n')
    return EXIT.done
  } finally {
    serving.catch(() => {})
    closing?.records.close()
    await closing?.server.close()
    interruption.dispose()
  }
}

interface Serving {
  readonly records: RecordFolder
  readonly server: PageServer
}

async function serve(folder: string, port: number, signal: AbortSignal): Promise<Serving | null> {
  const progress = new ProgressLine()
  let server: PageServer | null = null
  const records: RecordFolder = await followFolder(
    folder,
    (read, all) => progress.show(`Reading records: ${read} of ${all}`),
    added => {
      for (const name of added) stdout.say(`New record: ${visibleText(shown(join(folder, name)))}\n`)
      server?.announce(records.content().state)
    },
  ).finally(() => progress.clear())
  if (signal.aborted) {
    records.close()
    return null
  }
  try {
    server = await startPageServer({
      port,
      pageOf: pagesOf(folder, records),
      stateOf: () => records.content().state,
      onFault: error => stderr.say(`Cannot make a page: ${reasonOf(error)}\n`),
    })
  } catch (error) {
    records.close()
    throw new UsageError(`Cannot serve on port ${port}: ${reasonOf(error)}. Leave --port out for a free one.`)
  }
  const { size } = records.content().records
  stdout.say(
    `Serving ${counted(size, 'record')} of ${shown(folder)} at ${server.url}\nNew records appear by themselves. Ctrl-C ends it.\n`,
  )
  return { records, server }
}

async function checkFolder(folder: string, named: string): Promise<void> {
  const facts = await stat(folder).catch(() => null)
  if (facts === null)
    throw new UsageError(`Cannot serve ${named}: there is no such folder. Name one with records.`)
  if (!facts.isDirectory())
    throw new UsageError(`Cannot serve ${named}: it is a file. Name the folder that it is in.`)
}
