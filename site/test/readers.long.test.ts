// Catches pages, reports and trends that fail with a screen reader, in the dark or on a phone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readRecord } from '@steelyard/record'
import { combinationSample } from '@steelyard/record/fixtures/combination-sample'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { combinationPage, historyPage } from '@steelyard/report'
import { renderHtml, renderOutlinesHtml } from '@steelyard/report/pictures'
import type { Page } from 'puppeteer-core'
import { manyTrends } from '../../packages/report/src/history/fixtures/many-trends.ts'
import { OUTLINE_PAGE } from '../../packages/report/src/html/fixtures/outline-page.ts'
import { startBrowser, type TestBrowser, unfold, violations } from '../../packages/report/test/opened-page.ts'
import { buildSite } from '../build-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One page of each kind. */
const KINDS = [
  ...['index', 'scoreboard', 'timeline', 'suites/json-reviver', 'records'],
  ...['records/compare/json-reviver-node-22-26', 'docs', 'docs/ci'],
]

const SCREENS = [
  ['light', 'light', 1200],
  ['dark, on a phone', 'dark', 390],
] as const

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-readers-'))
let browser: TestBrowser | string = ''
before(async () => {
  await buildSite(ROOT, join(directory, 'site'))
  browser = await startBrowser()
})
after(async () => {
  if (typeof browser !== 'string') await browser.close()
  rmSync(directory, { recursive: true, force: true })
})

const named = (folder: string, name: string) =>
  readRecord(fileURLToPath(new URL(`../../${folder}/${name}.json`, import.meta.url)))
const MADE = 'packages/cli/test/fixtures/records'

/** A report with pictures and tables of each kind, and trends. */
async function pages(): Promise<readonly string[]> {
  const records = await Promise.all([named('results', 'json-reviver'), named(MADE, 'starts')])
  return [
    renderHtml([figuresSample(), profileSample(), ...records]),
    renderOutlinesHtml(historyPage(manyTrends())),
  ]
}

for (const [what, scheme, width] of SCREENS) {
  test(`axe-core finds nothing wrong with a page of each kind of the site: ${what}`, async t => {
    if (typeof browser === 'string') return t.skip(browser)
    const { page } = await browser.tab(address => address.startsWith('file:'), { scheme, width })
    const found: string[] = []
    for (const name of KINDS) {
      await page.goto(pathToFileURL(join(directory, 'site', `${name}.html`)).href)
      found.push(...(await violations(page)).map(each => `${name} ${each}`))
      const paper = await page.evaluate(
        `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)`,
      )
      assert.equal(Math.max(...(paper as number[])) < 100, scheme === 'dark', name)
    }
    assert.deepEqual(found, [])
    await page.close()
  })

  test(`axe-core finds nothing wrong with reports and trends, folded or not: ${what}`, async t => {
    if (typeof browser === 'string') return t.skip(browser)
    for (const html of await pages()) {
      const { page, faults } = await browser.open(html, { scheme, width })
      assert.deepEqual(await violations(page), [])
      await unfold(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      assert.deepEqual(faults, [])
      await page.close()
    }
  })

  test(`no picture of trends is missing, and no date ends beyond its picture: ${what}`, async t => {
    if (typeof browser === 'string') return t.skip(browser)
    const { page } = await browser.open(renderOutlinesHtml(historyPage(manyTrends())), { scheme, width })
    await unfold(page)
    const [pictures, cut] = (await page.evaluate(`(() => {
      const pictures = [...document.querySelectorAll('svg.chart')]
      return [pictures.length, pictures.filter(svg => [...svg.querySelectorAll('text')].some(text =>
        text.getBoundingClientRect().right > svg.getBoundingClientRect().right + 1)).length]
    })()`)) as number[]
    assert.deepEqual([pictures, cut], [8, 0])
    await page.close()
  })
}

test('no text of a picture is smaller than 11 pixels on a phone', async t => {
  const records = await Promise.all([named('results', 'gc-pressure'), named(MADE, 'flags-and-control')])
  const own = renderHtml([...records, sampleRecord(), profileSample()])
  const outlines = [combinationPage(combinationSample()), OUTLINE_PAGE]
  for (const html of [own, ...outlines.map(page => renderOutlinesHtml(page))]) {
    if (typeof browser === 'string') return t.skip(browser)
    await assertReadable((await browser.open(html, { width: 375 })).page)
  }
})

async function assertReadable(page: Page): Promise<void> {
  await unfold(page)
  const least = await page.evaluate(`Math.min(...[...document.querySelectorAll('svg text')].map(text => {
    const { a, b } = text.getScreenCTM()
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)
  }))`)
  assert.ok(Number(least) >= 11, `${least} pixels`)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)
  await page.close()
}
