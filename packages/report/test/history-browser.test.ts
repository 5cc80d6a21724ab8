// The page of trends in a real browser. Skipped, and said so, where the machine lacks a library that the browser needs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { historyOf, historyPage } from '@steelyard/report'
import { renderOutlinesHtml } from '@steelyard/report/pictures'
import { SETTING, stepped } from '../src/history/fixtures/history-points.ts'
import { manyTrends } from '../src/history/fixtures/many-trends.ts'
import { HOSTILE } from './hostile-record.ts'
import { startBrowser, type TestBrowser, unfold } from './opened-page.ts'

const renderHistoryHtml = (...given: Parameters<typeof historyPage>) =>
  renderOutlinesHtml(historyPage(...given))

let browser: TestBrowser | string = 'not started'

before(async () => {
  browser = await startBrowser()
})

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const TRENDS = renderHistoryHtml(manyTrends())

test('the page of trends is whole where no script runs', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page } = await browser.open(TRENDS, { scripts: false })
  const seen = async (selector: string) => (await (await page.$(selector))?.boundingBox())?.height ?? 0
  assert.equal(await seen('.tools'), 0)
  assert.ok((await seen('figure svg.chart')) > 100, 'the changed one is there at once')
  await page.click('details.more summary')
  assert.ok((await seen('details.more[open] svg.chart')) > 100)
  await page.close()
})

test('a link of the table leads to the picture, folded or not', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page } = await browser.open(TRENDS)
  const links = await page.$$eval('table a', found => found.map(each => each.getAttribute('href') ?? ''))
  assert.equal(links.length, 8)
  for (const link of links) {
    await page.click(`table a[href="${link}"]`)
    await page.waitForSelector(`${link} svg.chart`, { visible: true })
  }
  await page.close()
})

test('hostile texts in trends are shown as they are and do nothing', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const [script = '', image = '', handler = '', style = ''] = HOSTILE
  const points = stepped.map(each => ({
    ...each,
    head: script,
    base: image,
    params: JSON.stringify({ [handler]: style }),
    headSide: { case: script, line: image },
    baseSide: { case: handler, line: style },
    setting: { ...SETTING, cpuModel: script, kernel: image },
  }))
  const page = renderHistoryHtml(historyOf(script, points, [], 0.05), { notes: [image] })
  const opened = await browser.open(page)
  await unfold(opened.page)
  assert.equal(await opened.page.evaluate('window.harmed'), undefined)
  assert.equal(await opened.page.$$eval('img, iframe, svg svg, script', found => found.length), 1)
  const text = String(await opened.page.evaluate('document.body.textContent'))
  for (const hostile of [script, image, handler, style]) assert.ok(text.includes(hostile), hostile)
  assert.deepEqual(opened.faults, [])
  await opened.page.close()
})
