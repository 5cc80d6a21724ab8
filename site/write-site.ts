import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readTimelines } from '@steelyard/record'
import { seriesOf, timelineCsv, timelineJson, timelinePage } from '@steelyard/report'
import { html, Markup } from '@steelyard/report/board'
import { outlinesMarkup, scriptOf, withoutFolds } from '@steelyard/report/pictures'
import { brokenLinks } from './broken-links.ts'
import { frontPictures } from './front.ts'
import { ICON, ICON_FILE, PREVIEW_FILE, pageText, recordPageText } from './layout.ts'
import { linksOf } from './links.ts'
import { AREAS, type Area, type TextPage, textPages } from './pages.ts'
import {
  docsBody,
  frontBody,
  recordsBody,
  type SiteContent,
  scoreboardBody,
  suiteBody,
  suitesBody,
} from './parts.ts'
import { renderText, type SiteHeading } from './render-texts.ts'
import { recordFile, recordPage, siteRecords } from './results.ts'
import { searchBody } from './search.ts'
import { SITE_STYLE } from './style.ts'

/** Drawn by scripts/make-pictures.ts. */
const PREVIEW_SOURCE = 'docs/pictures/page.png'

const SEARCH_SCRIPT = new URL('browser/search-page.ts', import.meta.url)

/** Writes the site of a repository into an empty folder; throws when a link leads nowhere, or a record cannot be read. */
export async function writeSite(root: string, folder: string): Promise<void> {
  const texts = textPages(root)
  const records = await siteRecords(root)
  const content = { texts, records, pictures: frontPictures(records) }
  const links = linksOf(root, texts, records)
  const placeOf = async (output: string) => {
    const file = join(folder, output)
    await mkdir(dirname(file), { recursive: true })
    return file
  }
  const write = async (output: string, text: string) => writeFile(await placeOf(output), text)
  const copy = async (source: string, output: string) => copyFile(join(root, source), await placeOf(output))
  const headings = new Map<string, readonly SiteHeading[]>()
  for (const page of texts) {
    const { markup, headings: found } = renderText(page.text, url => links.from(page.source, url))
    headings.set(page.source, found)
    const hasSiblings = page.area === 'docs' || page.area === 'suites'
    const siblings = hasSiblings ? texts.filter(({ area }) => area === page.area) : []
    await write(page.output, pageText({ ...page, siblings }, bodyOf(page, markup, content)))
  }
  const timeline = readTimelines(join(root, 'results/timeline')).flatMap(seriesOf)
  const data = { csv: 'timeline.csv', json: 'timeline.json' }
  const bodies: Partial<Record<Area, Markup>> = {
    scoreboard: scoreboardBody(content),
    timeline: withoutFolds(outlinesMarkup(timelinePage(timeline, data))),
    suites: suitesBody(content),
    records: recordsBody(content),
    docs: docsBody(content),
    search: searchBody(texts, headings),
  }
  for (const shell of AREAS) {
    const body = bodies[shell.area]
    const script = shell.area === 'search' ? scriptOf(SEARCH_SCRIPT) : null
    if (body) await write(shell.output, pageText({ ...shell, siblings: [] }, body, script))
  }
  await write(data.csv, timelineCsv(timeline))
  await write(data.json, timelineJson(timeline))
  await write('style.css', SITE_STYLE)
  await write(ICON_FILE, ICON)
  if (existsSync(join(root, PREVIEW_SOURCE))) await copy(PREVIEW_SOURCE, PREVIEW_FILE)
  for (const { file, matrix } of content.pictures) await write(file, matrix.svg)
  for (const { name, record } of records) {
    const output = recordPage(name)
    await write(output, recordPageText(record, output))
    await copy(name, recordFile(name))
  }
  for (const [source, output] of links.copied) await copy(source, output)
  const broken = brokenLinks(folder)
  if (broken.length > 0) throw new Error(`Links of the site lead nowhere:\n${broken.join('\n')}`)
}

/** The first page is the beginning of the README, then what was found, then the rest of it. */
function bodyOf(page: TextPage, text: string, content: SiteContent): Markup {
  if (page.area === 'suites') return html`${new Markup(text)}${suiteBody(content, page)}`
  if (page.area !== 'home') return new Markup(text)
  const at = text.includes('<h2') ? text.indexOf('<h2') : text.length
  return html`${new Markup(text.slice(0, at))}${frontBody(content)}${new Markup(text.slice(at))}`
}
