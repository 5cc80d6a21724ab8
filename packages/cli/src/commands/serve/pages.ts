import { orNull } from '@steelyard/launcher/or-null'
import { UsageError } from '@steelyard/measure'
import { readRecord } from '@steelyard/record'
import { historyPage, recordsPage } from '@steelyard/report'
import { type PageFrame, policyOf, renderHtml, renderOutlinesHtml } from '@steelyard/report/pictures'
import { shown } from '../../output/shown-path.ts'
import { FALSE_ALARMS } from '../history/command.ts'
import { leftOutTexts, readHistory } from '../history/read-history.ts'
import type { FolderContent, FolderRecord, ReadFolder } from './record-folder.ts'

export interface Page {
  readonly status: number
  readonly type: 'text/html' | 'text/plain'
  readonly body: string
  /** What the browser may do with it. */
  readonly policy: string
}

/** Returns the page of a path that was not decoded. */
export type PageOf = (path: string) => Promise<Page>

/** Returns what makes the pages of a folder: the list, records, and trends. */
export function pagesOf(folder: string, read: ReadFolder): PageOf {
  return async path => {
    const content = await read()
    if (path === '/state') return plainPage(200, content.state)
    const [, kind = '', ...rest] = path.split('/')
    // Null for what is no text.
    const name = orNull(() => decodeURIComponent(rest.join('/')))
    const live = frameOf(content.state)
    const [newest] = content.records.values()
    if (path === '/latest' && newest !== undefined) return recordPage(newest, live)
    // Until there is a first record the list stands in for it, and is loaded again then.
    if (path === '/' || path === '/latest') {
      return htmlPage(renderOutlinesHtml(indexOf(folder, content), live), live)
    }
    const record = kind === 'records' && name !== null ? content.records.get(name) : undefined
    if (record !== undefined) return recordPage(record, frameOf(null))
    if (kind === 'history' && name !== null && suitesOf(content).has(name)) return trendsPage(name, content)
    return plainPage(404, 'There is no such page. All of them are listed at /.')
  }
}

async function recordPage({ file }: FolderRecord, frame: PageFrame): Promise<Page> {
  return htmlPage(renderHtml([await readRecord(file)], frame), frame)
}

function frameOf(state: string | null): PageFrame {
  return {
    links: [
      { href: '/', text: 'All records' },
      { href: '/latest', text: 'Newest record' },
    ],
    state,
  }
}

function indexOf(folder: string, content: FolderContent) {
  return recordsPage({
    title: 'Records',
    about: `Of ${shown(folder)}, the newest first. The page follows the folder.`,
    records: Array.from(content.records.values(), ({ name, entry }) => ({
      entry,
      href: recordHref(name),
      file: null,
    })),
    historyHref: (suite: string) => `/history/${encodeURIComponent(suite)}`,
    unread: content.unread,
  })
}

function suitesOf({ records }: FolderContent): ReadonlySet<string> {
  return new Set(Array.from(records.values()).flatMap(({ entry }) => entry.suites))
}

async function trendsPage(suite: string, content: FolderContent): Promise<Page> {
  const choice = { word: suite, cases: [], targets: [], params: {}, falseAlarms: FALSE_ALARMS, times: false }
  try {
    const files = Array.from(content.records.values(), ({ file }) => file)
    const { history, leftOut } = await readHistory(files, choice)
    const hrefs = new Map(
      Array.from(content.records.values(), ({ name, entry }) => [entry.id, recordHref(name)]),
    )
    const frame = frameOf(content.state)
    const notes = leftOutTexts(leftOut)
    const page = historyPage(history, { notes, recordHref: id => hrefs.get(id) ?? null })
    return htmlPage(renderOutlinesHtml(page, frame), frame)
  } catch (error) {
    if (error instanceof UsageError) return plainPage(404, error.message)
    throw error
  }
}

function recordHref(name: string): string {
  return `/records/${name.split('/').map(encodeURIComponent).join('/')}`
}

function htmlPage(body: string, frame: PageFrame): Page {
  return { status: 200, type: 'text/html', body, policy: policyOf(frame) }
}

export function plainPage(status: number, text: string): Page {
  return { status, type: 'text/plain', body: `${text}\n`, policy: "default-src 'none'" }
}
