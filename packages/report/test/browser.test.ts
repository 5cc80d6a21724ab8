// The page in a real browser. Skipped, and said so, where the machine lacks a library that the browser needs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type RunRecord, readRecord } from '@steelyard/record'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { renderHtml } from '@steelyard/report/pictures'
import type { Page } from 'puppeteer-core'
import { HOSTILE, hostileRecord } from './hostile-record.ts'
import { type OpenedPage, startBrowser, type TestBrowser, unfold, type View } from './opened-page.ts'

const RESULTS = fileURLToPath(new URL('../../../results/', import.meta.url))
const MADE = fileURLToPath(new URL('../../cli/test/fixtures/records/', import.meta.url))
const SAMPLE = renderHtml([sampleRecord()])

let browser: TestBrowser | string = ''
before(async () => {
  browser = await startBrowser()
})
after(() => (typeof browser === 'string' ? undefined : browser.close()))

/** Opens a page from disk; null where the browser does not start. */
async function open(
  html: string,
  scheme: 'light' | 'dark' = 'light',
  width = 1200,
): Promise<OpenedPage | null> {
  return openAs(html, { scheme, width })
}

async function openAs(html: string, view: View): Promise<OpenedPage | null> {
  return typeof browser === 'string' ? null : browser.open(html, view)
}

function count(page: Page, selector: string): Promise<number> {
  return page.$$eval(selector, found => found.length)
}

/** Returns how many nodes a page has, text among them, and how many screens it is long. */
async function sizeOf(page: Page): Promise<{ readonly nodes: number; readonly screens: number }> {
  const size = await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document)
    let nodes = 0
    while (walker.nextNode()) nodes++
    return { nodes, screens: document.documentElement.scrollHeight / innerHeight }
  })()`)
  return size as { nodes: number; screens: number }
}

/** Filters the tables as a reader does. */
async function explore(page: Page, filter: string): Promise<void> {
  await page.$eval('.tools input', input => Object.assign(input, { value: '' }))
  await page.type('.tools input', filter.slice(0, 20))
  if (filter === '') await page.$eval('.tools input', input => input.dispatchEvent(new Event('input')))
}

/** The texts of the first column as they are seen. */
function rowNames(page: Page): Promise<string[]> {
  return page.$$eval('table.explorer tbody th', found =>
    found.filter(each => each.checkVisibility()).map(each => each.textContent),
  )
}

/** A record of 300 contenders, as large as a real one. */
async function largeRecord(): Promise<RunRecord> {
  const record = await readRecord(`${RESULTS}json-reviver.json`)
  const [suite] = record.suites
  // What is compared across runtimes too has more rows.
  const heads = Array.from(new Set(record.results.map(result => result.case))).filter(
    id => id !== suite?.baseline && id !== 'arrow-2',
  )
  const copies = Array.from({ length: 74 }, (_, index) => ({
    of: heads[index % heads.length],
    id: `${heads[index % heads.length]}-${index}`,
  }))
  const ofBase = ({ case: id }: { readonly case: string }) => id === suite?.baseline
  return {
    ...record,
    results: [
      ...record.results.filter(ofBase),
      ...copies.flatMap(({ of, id }) =>
        record.results.filter(result => result.case === of).map(result => ({ ...result, case: id })),
      ),
    ],
    comparisons: copies.flatMap(({ of, id }) =>
      record.comparisons
        .filter(comparison => comparison.case === of)
        .map(comparison => ({
          ...comparison,
          case: id,
        })),
    ),
  }
}

/** Opens the report of a record and holds it to what every report must be. */
async function assertWhole(opened: OpenedPage, fewestPictures: number): Promise<void> {
  const { page, faults } = opened
  await unfold(page)
  const pictures = await count(page, 'svg.chart')
  assert.ok(pictures >= fewestPictures, `${pictures} pictures`)
  assert.equal(await count(page, 'figure table'), pictures)
  const flat = await page.evaluate(`[...document.querySelectorAll('svg.chart')].filter(svg => {
    const { width, height } = svg.getBoundingClientRect()
    return width < 100 || height < 40 || svg.querySelectorAll('path').length === 0
  }).length`)
  assert.equal(flat, 0)
  assert.deepEqual(faults, [])
}

test('the report of a real record opens without a fault or a request, its pictures drawn', async t => {
  const opened = await open(renderHtml([await readRecord(`${RESULTS}json-reviver.json`)]))
  if (opened === null) return t.skip(String(browser))
  await assertWhole(opened, 10)
  await opened.page.evaluate(`scrollTo(0, 0)`)
  const top = await opened.page.evaluate(`[...document.querySelectorAll('h1, .lead, .chips, .heat')]
    .map(each => each.getBoundingClientRect().bottom).every(bottom => bottom < 900)`)
  assert.equal(top, true, 'question, answer, machine and matrix are on the first screen')
  await opened.page.close()
})

/** Six suites on four targets, as of one run. */
async function sixSuites(): Promise<RunRecord> {
  const [first, ...others] = await Promise.all(
    ['gc-pressure', 'react-ssr', 'stream-adapters', 'trig', 'web-api', 'json-reviver'].map(name =>
      readRecord(`${RESULTS}${name}.json`),
    ),
  )
  assert.ok(first)
  const all = [first, ...others]
  return {
    ...first,
    suites: all.flatMap(({ suites }) => suites),
    results: all.flatMap(({ results }) => results),
    comparisons: all.flatMap(({ comparisons }) => comparisons),
  }
}

test('so does the report of six suites on four targets, in a page of under 2 MB', async t => {
  const html = renderHtml([await sixSuites()])
  assert.ok(Buffer.byteLength(html) < 2e6, `${Buffer.byteLength(html)} bytes`)
  const opened = await open(html, 'light', 1280)
  if (opened === null) return t.skip(String(browser))
  const { page } = opened
  const { nodes, screens } = await sizeOf(page)
  assert.ok(nodes < 8000 && screens < 15, `${nodes} nodes, ${screens} screens`)
  await page.click('nav a[href="#r0s3p0c4"]')
  await page.waitForSelector('#r0s3p0c4[open] svg.chart')
  assert.equal(await count(page, 'details.whole[open]'), 1)
  assert.equal(await count(page, 'details.case[open]'), 1)
  await explore(page, 'sin-small bun')
  assert.deepEqual(
    await page.evaluate(`[...document.querySelectorAll('tr[data-case]')]
      .filter(row => row.checkVisibility()).map(row => row.dataset.case)`),
    ['sin-small'],
  )
  await explore(page, '')
  await assertWhole(opened, 40)
  await page.close()
})

test('the report is dark where its surroundings are, and light on paper', async t => {
  const opened = await open(SAMPLE, 'dark')
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await unfold(page)
  const brightness = () =>
    page.evaluate(`(() => {
      const sum = color => color.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) / 765
      const style = getComputedStyle(document.body)
      const text = document.querySelector('svg.chart text')
      return [sum(style.backgroundColor), sum(style.color), sum(getComputedStyle(text).fill)]
    })()`) as Promise<number[]>
  const [paper = 1, ink = 0, picture = 0] = await brightness()
  assert.ok(paper < 0.2 && ink > 0.7 && picture > 0.5)
  const session = await page.createCDPSession()
  const features = [{ name: 'prefers-color-scheme', value: 'dark' }]
  await session.send('Emulation.setEmulatedMedia', { media: 'print', features })
  const [printPaper = 0, printInk = 1, printPicture = 1] = await brightness()
  assert.ok(printPaper > 0.9 && printInk < 0.3 && printPicture < 0.5)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the report fits a phone, and its tables scroll by themselves', async t => {
  const opened = await open(renderHtml([await readRecord(`${RESULTS}trig.json`)]), 'light', 360)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await unfold(page)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the reports of servers and of starts fit a phone in the dark', async t => {
  const records = await Promise.all(['servers', 'starts'].map(name => readRecord(`${MADE}${name}.json`)))
  const opened = await open(renderHtml(records), 'dark', 360)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await unfold(page)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  const cut = await page.evaluate(`[...document.querySelectorAll('svg.chart')].filter(svg =>
    [...svg.querySelectorAll('text')].some(text =>
      text.getBoundingClientRect().right > svg.getBoundingClientRect().right + 1)).length`)
  assert.equal(cut, 0, 'no name ends beyond its picture')
  assert.deepEqual(faults, [])
  await page.close()
})

test('hostile texts are shown as they are and do nothing', async t => {
  const opened = await open(renderHtml([hostileRecord()]), 'light', 390)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await unfold(page)
  await explore(page, '"')
  await explore(page, 'WINDOW.HARMED')
  await explore(page, '')
  assert.equal(await page.evaluate('window.harmed'), undefined)
  const text = await page.evaluate('document.body.textContent')
  for (const hostile of HOSTILE.slice(0, 5)) assert.ok(String(text).includes(hostile), hostile)
  assert.equal(await count(page, 'img, iframe, object, svg svg, script'), 1)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the matrix shows one view at a time, hatches what is open, and leads to the samples', async t => {
  const opened = await openAs(SAMPLE, { width: 390 })
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  const shown = () =>
    page.evaluate(`[...document.querySelectorAll('.heat .view')]
      .filter(each => each.checkVisibility()).map(each => each.className)`)
  assert.deepEqual(await shown(), ['view cases'])
  const undecided = await page.evaluate(`[...document.querySelectorAll('.cases td.open')].map(each => [
    getComputedStyle(each).backgroundImage.slice(0, 25), each.firstElementChild.title.slice(0, 10)])`)
  const hatched = ['repeating-linear-gradient', 'undecided:']
  assert.deepEqual(undecided, [hatched, hatched])
  assert.equal(
    await page.evaluate(
      `(each => each.scrollWidth - each.clientWidth)(document.querySelector('.cases .scroll'))`,
    ),
    0,
    'a phone shows every column',
  )
  await page.focus('.switch input')
  await page.keyboard.press('ArrowRight')
  assert.deepEqual(await shown(), ['view targets'])
  await page.click('.switch label:last-child')
  assert.deepEqual(await shown(), ['view time'])
  await page.click('.time td a[href="#r0s0p0c1"]')
  await page.waitForSelector('#r0s0p0c1[open] svg.chart')
  assert.deepEqual(faults, [])
  await page.close()
})

test('the picture of the shown view is saved as SVG and as PNG', async t => {
  const opened = await open(SAMPLE)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await page.evaluate(`
    window.saved = []
    const urlOf = URL.createObjectURL
    URL.createObjectURL = blob => { window.saved.push(blob); return urlOf(blob) }
  `)
  await page.click('button[data-picture=svg]')
  const svg = String(await page.evaluate('window.saved[0].text()'))
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  assert.doesNotMatch(svg, /var\(|currentColor/)
  assert.ok(svg.includes('arrow-2'))
  await page.click('button[data-picture=png]')
  await page.waitForFunction(`window.saved.some(each => each.type === 'image/png' && each.size > 5000)`)
  assert.deepEqual(
    faults.filter(each => !each.includes('request: blob:')),
    [],
  )
  await page.close()
})

test('the report of 300 contenders is small until it is unfolded', async t => {
  const html = renderHtml([await largeRecord()])
  assert.ok(Buffer.byteLength(html) < 2e6, `${Buffer.byteLength(html)} bytes`)
  const opened = await open(html, 'light', 1280)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  const { nodes, screens } = await sizeOf(page)
  const rows = await count(page, 'table.explorer tr[data-case]')
  assert.equal(rows, 300)
  assert.ok(nodes < 8000, `${nodes} nodes`)
  assert.ok(screens < 15, `${screens} screens`)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the report can be filtered, and sorted there and back', async t => {
  const opened = await open(SAMPLE)
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  const before = await rowNames(page)
  assert.equal(before[0], 'parse')
  await explore(page, 'BUN slower')
  const found = await rowNames(page)
  assert.ok(found.includes('bun@1.4.5') && !found.includes('node@26.10.0'))
  assert.ok(found.length < before.length)
  assert.match(
    String(await page.evaluate(`document.querySelector('.tools [role=status]').textContent`)),
    /^\d+ of \d+ shown$/,
  )
  await explore(page, '')
  const ratios = async () => {
    await page.click('th[data-k=ratio] button')
    const shown = await page.$$eval('tr[data-n]', rows => rows.map(row => row.dataset.n?.split(' ')[0]))
    return shown.filter(ratio => ratio !== '').map(Number)
  }
  const [up, down] = [await ratios(), await ratios()]
  assert.deepEqual(
    up,
    up.toSorted((a, b) => a - b),
  )
  assert.deepEqual(down, up.toReversed())
  assert.equal(await page.$eval('th[data-k=ratio]', head => head.ariaSort), 'descending')
  await ratios()
  await explore(page, '')
  assert.deepEqual(await rowNames(page), before)
  assert.deepEqual(faults, [])
  await page.close()
})

test('every picture tells what is pointed at', async t => {
  const opened = await open(renderHtml([figuresSample(), sampleTargetsRecord()]))
  if (opened === null) return t.skip(String(browser))
  const { page, faults } = opened
  await unfold(page)
  const bare = await page.$$eval('svg.chart', found =>
    found.filter(svg => svg.querySelector('title') === null).map(svg => svg.ariaLabel),
  )
  assert.deepEqual(bare, [])
  assert.deepEqual(faults, [])
  await page.close()
})

test('a link to a case unfolds it', async t => {
  const opened = await open(SAMPLE)
  if (opened === null) return t.skip(String(browser))
  const { page } = opened
  assert.equal(await count(page, 'svg.chart'), 0)
  await page.click('nav a[href="#r0s0p0c1"]')
  await page.waitForSelector('#r0s0p0c1[open] svg.chart')
  assert.equal(await count(page, 'details.case[open]'), 1)
  await page.close()
})

test('the report is whole where no script runs', async t => {
  const opened = await openAs(SAMPLE, { scripts: false })
  if (opened === null) return t.skip(String(browser))
  const { page } = opened
  const seen = async (selector: string) => (await (await page.$(selector))?.boundingBox())?.height ?? 0
  assert.equal(await seen('.tools'), 0)
  assert.ok((await seen('table.explorer')) > 200)
  await page.click('details.case summary')
  assert.ok((await seen('details.case[open] svg.chart')) > 40)
  await page.close()
})
