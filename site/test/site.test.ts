// The whole site, built once, in a real browser. Skipped, and said so, where the machine lacks a library that it needs.
import assert from 'node:assert/strict'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { readRecord } from '@steelyard/record'
import type { Page } from 'puppeteer-core'
import {
  type OpenedPage,
  startBrowser,
  type TestBrowser,
  violations,
} from '../../packages/report/test/opened-page.ts'
import { brokenLinks } from '../broken-links.ts'
import { buildSite } from '../build-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One page of each kind. */
const KINDS: readonly string[] = [
  'index.html',
  'scoreboard.html',
  'timeline.html',
  'suites/json-reviver.html',
  'records.html',
  'records/compare/json-reviver-node-22-26.html',
  'docs.html',
  'docs/ci.html',
]

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-site-'))
const folder = join(directory, 'site')
let browser: TestBrowser | string = ''

before(async () => {
  await buildSite(ROOT, folder)
  browser = await startBrowser()
})

after(async () => {
  if (typeof browser !== 'string') await browser.close()
  rmSync(directory, { recursive: true, force: true })
})

const pages = () => globSync('**/*.html', { cwd: folder }).toSorted()

/** Returns a tab, and a list of what goes wrong in it or leaves the folder. */
async function tab(of: TestBrowser): Promise<OpenedPage> {
  const home = pathToFileURL(folder).href
  const opened = await of.tab(address => address.startsWith(home))
  opened.page.on('requestfailed', request => opened.faults.push(`failed: ${request.url()}`))
  return opened
}

async function open(page: Page, name: string): Promise<void> {
  await page.goto(pathToFileURL(join(folder, name)).href)
}

test('the site has a page for every text, suite and record, and the records themselves', () => {
  const found = new Set(pages())
  for (const name of [...KINDS, 'suites.html', 'findings.html', 'search.html'])
    assert.ok(found.has(name), name)
  const expected = [
    ...globSync('docs/**/*.md', { cwd: ROOT }).map(file => file.replace(/md$/, 'html')),
    ...globSync('bench/*/README.md', { cwd: ROOT }).map(file => `suites/${file.split('/')[1]}.html`),
  ]
  assert.deepEqual(
    expected.filter(name => !found.has(name)),
    [],
  )
  const records = globSync('results/**/*.json', { cwd: ROOT }).filter(
    file => !file.includes('local/') && readFileSync(join(ROOT, file), 'utf8').includes('"steelyard/run@'),
  )
  assert.ok(records.length > 10)
  for (const file of records) {
    const page = file.replace('results', 'records').replace(/json$/, 'html')
    assert.ok(found.has(page), page)
    const copy = readFileSync(join(folder, page.replace(/html$/, 'json')), 'utf8')
    assert.equal(copy, readFileSync(join(ROOT, file), 'utf8'))
  }
})

test('the verdicts of the scoreboard are those of its records, each suite once on a machine', async () => {
  const text = readFileSync(join(folder, 'scoreboard.html'), 'utf8')
  const [runtimes = ''] = text.split('<h2 id="cases">')
  const rows = runtimes.split('<th scope="row">').slice(1)
  assert.ok(rows.length > 3)
  for (const row of rows) {
    const [, suite = ''] = /^(?:<a [^>]*>)?([^<]+?) ?</.exec(row) ?? []
    const [, name = ''] = /href="(records\/[^"]+)\.html"/.exec(row) ?? []
    const { comparisons, targets } = await readRecord(join(folder, `${name}.json`))
    const targetOf = (id: string) => targets.find(target => target.id === id)
    const given = comparisons.filter(
      each =>
        each.suite === suite &&
        each.paired &&
        each.verdict !== null &&
        [each.base, each.head].every(id => targetOf(id)?.flags.length === 0) &&
        targetOf(each.base)?.runtime !== targetOf(each.head)?.runtime,
    )
    for (const verdict of ['slower', 'faster', 'same', 'inconclusive']) {
      const counted = [...row.matchAll(new RegExp(`title="[^"]*?(\\d+) ${verdict}`, 'g'))]
      const shown = counted.reduce((sum, [, count]) => sum + Number(count), 0)
      assert.equal(shown, given.filter(each => each.verdict === verdict).length, `${name}: ${verdict}`)
    }
  }
})

test('every page opens from disk without a fault or a request elsewhere, and fits a phone', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page, faults } = await tab(browser)
  await page.setViewport({ width: 390, height: 844 })
  const wide: string[] = []
  for (const name of pages()) {
    await open(page, name)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if (width !== 390) wide.push(`${name}: ${width}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(wide, [], 'every page fits a phone')
  await page.close()
})

/** Pages whose tables, colours and pictures the others share. */
const FEW = ['scoreboard.html', 'suites/json-reviver.html', 'docs/ci.html']

test('axe-core finds nothing wrong with pages that are dark, on a phone', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page } = await tab(browser)
  await page.setViewport({ width: 390, height: 844 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
  const found: string[] = []
  for (const name of FEW) {
    await open(page, name)
    found.push(...(await violations(page)).map(each => `${name} ${each}`))
    const paper = await page.evaluate(
      `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)`,
    )
    assert.ok(Math.max(...(paper as number[])) < 100, name)
  }
  assert.deepEqual(found, [])
  await page.close()
})

test('a reader without scripts comes from the first page to a record and back', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page, faults } = await tab(browser)
  await page.setJavaScriptEnabled(false)
  await open(page, 'index.html')
  const follow = async (selector: string) => {
    await Promise.all([page.waitForNavigation(), page.click(selector)])
    return page.$eval('h1', heading => heading.textContent)
  }
  assert.equal(await follow('nav.site a[href="scoreboard.html"]'), 'Scoreboard')
  assert.equal(await follow('main a[href="suites/trig.html"]'), 'trig')
  assert.match((await follow('main a[href="../records/trig.html"]')) ?? '', /trigonometric/)
  assert.equal(await follow('nav.site a[href="../index.html"]'), 'Steelyard')
  assert.deepEqual(faults, [])
  await page.close()
})

test('the search shows the parts that have all words, from its address too', async t => {
  if (typeof browser === 'string') return t.skip(browser)
  const { page, faults } = await tab(browser)
  await page.goto(`${pathToFileURL(join(folder, 'search.html')).href}#bias%20allowance`)
  const shown = () =>
    page.evaluate(`[...document.querySelectorAll('main li')].filter(each => each.checkVisibility()).length`)
  const few = Number(await shown())
  assert.ok(few > 0 && few < 20, `${few} parts`)
  await page.$eval('input', input => Object.assign(input, { value: '' }))
  await page.type('input', 'zzz')
  assert.equal(await shown(), 0)
  await page.goto(`${pathToFileURL(join(folder, 'search.html')).href}?again#100%`)
  assert.equal(await page.$eval('input', input => input.value), '100%')
  assert.deepEqual(faults, [])
  await page.close()
})

test('the first page has findings with pictures, and a matrix of suites and runtimes', () => {
  const text = readFileSync(join(folder, 'index.html'), 'utf8')
  const pictures = Array.from(
    text.matchAll(/<img src="(pictures\/\d\.svg)" alt="[^"]+"/g),
    ([, file]) => file ?? '',
  )
  assert.equal(pictures.length, 3)
  for (const file of pictures) {
    const svg = readFileSync(join(folder, file), 'utf8')
    assert.match(svg, /prefers-color-scheme:dark/)
    assert.doesNotMatch(svg, /\/root|NaN|undefined/)
  }
  assert.match(
    text,
    /<td class="base"><span><b>base<\/b><\/span><\/td><td class="(slower|faster)-\d"><a href="records\//,
  )
})

test('a link to no file, to no heading or out of the site is broken', () => {
  const small = join(directory, 'small')
  mkdirSync(join(small, 'a'), { recursive: true })
  writeFileSync(
    join(small, 'a/page.html'),
    `<h1 id="top"><a href="#top">1</a> <a href="#none">2</a> <a href="../index.html#there">3</a>
    <a href="../index.html#gone">4</a> <img src="none.svg"> <a href="https://example.org/none">5</a> <a href="../../x">6</a>`,
  )
  writeFileSync(join(small, 'index.html'), `<p id="there"><a href="a/page.html">a</a> <a href="a">b</a>`)
  assert.deepEqual(brokenLinks(small).toSorted(), [
    'a/page.html: #none',
    'a/page.html: ../../x',
    'a/page.html: ../index.html#gone',
    'a/page.html: none.svg',
    'index.html: a',
  ])
})

test('a folder with other files is left alone', async () => {
  const other = join(directory, 'other')
  mkdirSync(other)
  const mine = join(other, 'mine.txt')
  writeFileSync(mine, 'mine')
  for (const place of [other, mine]) {
    await assert.rejects(buildSite(ROOT, place), /something else is there\. Name an empty folder\./)
  }
  assert.equal(readFileSync(mine, 'utf8'), 'mine')
})

test('a text whose link leads nowhere ends the build and leaves the old site', async () => {
  const root = join(directory, 'repository')
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(join(root, 'README.md'), '# Home\n\n[a](docs/a.md#there) [b](docs/)')
  writeFileSync(join(root, 'docs/a.md'), '# A\n\n## There\n')
  mkdirSync(join(root, 'results'))
  writeFileSync(join(root, 'results/findings.md'), '# Findings\n')
  const small = join(directory, 'small-site')
  await assert.rejects(buildSite(root, small), error =>
    /README\.md links to docs\/, and nothing is there/.test(inspect(error)),
  )
  assert.equal(existsSync(small), false)
  writeFileSync(join(root, 'README.md'), '# Home\n\n[a](docs/a.md#there)')
  await buildSite(root, small)
  writeFileSync(join(root, 'README.md'), '# Home\n\n[a](docs/a.md#elsewhere)')
  await assert.rejects(buildSite(root, small), /lead nowhere:\nindex\.html: docs\/a\.html#elsewhere/)
  assert.match(readFileSync(join(small, 'index.html'), 'utf8'), /href="docs\/a\.html#there"/)
  assert.deepEqual(
    readdirSync(directory).filter(name => name.startsWith('.site-')),
    [],
  )
})
