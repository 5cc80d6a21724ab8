import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { chromiumProgram } from '../../../scripts/test-tools/tool-folder.ts'

/** A machine may be slow; what has not come by then never will. */
const PATIENCE_MS = 300_000

/** Rounds of opening folds; each shows what was folded in those of the round before. */
const MOST_ROUNDS = 100

/** A page in a real browser, and everything that went wrong or over the network while it was. */
export interface OpenedPage {
  readonly page: Page
  readonly faults: string[]
}

export interface View {
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly scripts?: boolean
}

/** A browser for the tests of one file. */
export interface TestBrowser {
  /** Opens a page from an address, or from a file with this text; requests elsewhere are faults. */
  open(where: URL | string, view?: View): Promise<OpenedPage>
  /** Returns an empty tab; requests for an address that is not `isOwn` are faults. */
  tab(isOwn: (address: string) => boolean, view?: View): Promise<OpenedPage>
  close(): Promise<void>
}

/** Starts the browser; returns why where the machine lacks a library that it needs. */
export async function startBrowser(): Promise<TestBrowser | string> {
  const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-browser-'))
  // The package unpacks its browser into the temporary folder, and would leave it there.
  process.env.TMPDIR = directory
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const browser = await puppeteer.launch({
      ...{ ...(await chromiumProgram()), headless: 'shell' },
      ...{ timeout: PATIENCE_MS, protocolTimeout: PATIENCE_MS },
    })
    return {
      async open(where, view = {}) {
        const url = urlOf(where, directory)
        const isServed = url.protocol === 'http:'
        const isOwn = (address: string) =>
          isServed ? new URL(address).origin === url.origin : address === url.href
        const opened = await tabOf(browser, isOwn, view)
        await opened.page.goto(url.href, { waitUntil: 'load' })
        return opened
      },
      tab: (isOwn, view = {}) => tabOf(browser, isOwn, view),
      close: () => browser.close().finally(remove),
    }
  } catch (error) {
    remove()
    return `Chromium cannot start here: ${(error as Error).message.split('\n').slice(0, 2).join(' ')}`
  }
}

function urlOf(where: URL | string, directory: string): URL {
  if (typeof where !== 'string') return where
  const file = join(directory, 'page.html')
  writeFileSync(file, where)
  return pathToFileURL(file)
}

async function tabOf(
  browser: Browser,
  isOwn: (address: string) => boolean,
  { scheme = 'light', width = 1200, scripts = true }: View,
): Promise<OpenedPage> {
  const page = await browser.newPage()
  const faults: string[] = []
  const add = (what: string) => faults.push(`${page.url()} ${what}`)
  page.on('console', message => add(`console: ${message.text()}`))
  page.on('pageerror', error => add(`error: ${String(error)}`))
  page.on('request', request => {
    if (!isOwn(request.url())) add(`request: ${request.url()}`)
  })
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setJavaScriptEnabled(scripts)
  await page.setViewport({ width, height: 900 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  return { page, faults }
}

/** Unfolds everything, and what was in it. Throws where a fold stays closed, or holds what is for readers without scripts. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let round = 0; round < ${MOST_ROUNDS}; round++) {
      for (const each of document.querySelectorAll('details')) each.open = true
      await new Promise(resolve => setTimeout(resolve, 20))
      if (document.querySelector('details:not([open]), details noscript') === null) return
    }
    throw new Error('a fold is still closed, or its content was not rendered')
  })()`)
}

/** Returns what the rules of axe-core find wrong. Naming each element that passes would take most of the time. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found =
    await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' ')))`)
  return found as string[]
}
