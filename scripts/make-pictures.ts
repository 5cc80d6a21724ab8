// Draws the pictures of the README and of the site's preview from a record, and those of docs/trust.md from results/trust:
// node scripts/make-pictures.ts
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import puppeteer from 'puppeteer-core'
import { type RunRecord, readRecord } from '../packages/record/src/index.ts'
import { renderAnswer } from '../packages/report/src/index.ts'
import { renderHtml } from '../packages/report/src/pictures.ts'
import { errorPicture } from './pictures/error-picture.ts'
import { terminalSvg } from './pictures/terminal-svg.ts'
import { chromiumProgram } from './test-tools/tool-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PICTURES = join(ROOT, 'docs/pictures')
const RECORD = join(ROOT, 'results/json-reviver.json')

const COLUMNS = 100
/** Blocks of the answer in the terminal: the suite, the sentences, both matrices. */
const BLOCKS = 4

/** Part of the page that is shown, from its top. */
const PAGE = { width: 1260, height: 980 }

const record = await readRecord(RECORD)
await writeFile(join(PICTURES, 'error.svg'), await errorPicture(join(ROOT, 'results/trust')))
await writeFile(
  join(PICTURES, 'terminal.svg'),
  terminalSvg('The beginning of what the command prints', terminalLines(record), COLUMNS),
)
await screenshot(renderHtml([record]))

/** The beginning of what the command prints, and the command. */
function terminalLines(record: RunRecord): string[] {
  const report = renderAnswer(record, { width: COLUMNS, color: true })
  const blocks = report.split('\n\n').slice(0, BLOCKS)
  return [
    `\u001b[2m$\u001b[0m \u001b[1mpnpm bench ${record.command.join(' ')}\u001b[0m`,
    '',
    ...blocks.join('\n\n').split('\n'),
    '',
    '  …',
  ]
}

async function screenshot(html: string): Promise<void> {
  await using directory = await mkdtempDisposable(join(os.tmpdir(), 'steelyard-pictures-'))
  // The package unpacks its browser into the temporary folder, and would leave it there.
  process.env.TMPDIR = directory.path
  await using browser = await puppeteer.launch({ ...(await chromiumProgram()), headless: 'shell' })
  const file = join(directory.path, 'report.html')
  await writeFile(file, html)
  const page = await browser.newPage()
  await page.setViewport(PAGE)
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(PICTURES, 'page.png'), optimizeForSpeed: false })
}
