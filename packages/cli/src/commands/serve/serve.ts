import { once } from 'node:events'
import { stat } from 'node:fs/promises'
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
import { startPageServer } from './page-server.ts'
import { pagesOf } from './pages.ts'
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
