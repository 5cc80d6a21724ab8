import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { hostileRecord } from '../../test/hostile-record.ts'
import { renderHtml } from './render-html.ts'

test('renderHtml shows question, answer, machine and matrix before anything else', () => {
  const page = renderHtml([sampleRecord()])
  const [first = ''] = page.split('<h2')
  assert.match(first, /<h1>What does a reviver cost JSON\.parse, and which forms of it are slow\?<\/h1>/)
  assert.match(
    first,
    /<p class="lead">.*<b>slowest<\/b>: <code>function-arguments<\/code>: 5\.2 to 5\.8× <code>parse/,
  )
  assert.match(first, /AMD EPYC 9B14.*, 2 cores/)
  assert.match(first, /<b>noisy<\/b>/)
  assert.match(
    first,
    /<th scope="row">arrow-2<\/th><td class="slower-\d"><a href="#r0s0p0c1" title="slower"><b>1\.341<\/b><i>±0\.5 %<\/i>▲<\/a><\/td>/,
  )
  assert.match(first, /<td class="open"><a href="#\w+" title="undecided: [^"]+">/)
})

test('renderHtml is one file that makes no request', () => {
  const page = renderHtml([sampleRecord()])
  assert.doesNotMatch(page, /\ssrc=|@import|url\((?!#)|<link/)
  assert.deepEqual(new Set(page.match(/href="[^#][^"]*"/g) ?? []), new Set())
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  assert.ok(page.includes(`default-src &#39;none&#39;`))
  assert.ok(page.includes(`script-src &#39;sha256-${hash}&#39;`))
})

test('renderHtml names the glossary at its end', () => {
  const [, footer = ''] = /<footer>(.*?)<\/footer>/s.exec(renderHtml([sampleRecord()])) ?? []
  assert.match(footer, /docs\/reading\.md explains the words/)
  // At a look the interval may reach further than these tests do.
  assert.match(footer, /same means that tests in both directions rule out a difference of δ/)
})

test('renderHtml puts a table behind every picture, and names every picture', () => {
  const page = renderHtml([sampleRecord()]).replaceAll(/<template>.*?<\/template>/gs, '')
  const figures = page.match(/<figure>.*?<\/figure>/gs) ?? []
  assert.equal(figures.length, page.match(/<svg class="chart" fill=/g)?.length)
  for (const figure of figures) {
    assert.match(figure, /<svg class="chart"[^>]* aria-label="[^"]+"[^>]* role="img">/)
    assert.match(figure, /<details><summary>The numbers<\/summary>.*<tbody><tr>.*<\/details>/s)
    assert.doesNotMatch(figure, /NaN|undefined|Infinity/)
  }
})

test('renderHtml says times, ratios and verdicts in the words of the terminal', () => {
  const page = renderHtml([sampleRecord()])
  assert.match(
    page,
    /<td>1\.341× \[1\.334, 1\.348\]<td class="t"><span class="slower">▲ slower<\/span><td>110 µs ±0\.4 %<td>112 µs ±0\.4 %/,
  )
  assert.match(page, /verify found &quot;\{\}&quot; where &quot;\[1,2\]&quot; was expected\./)
  assert.match(page, /For more launches ask for --precision 1/)
})

test('renderHtml takes every text for nothing but text', () => {
  const page = renderHtml([hostileRecord()])
  assert.equal(page.match(/<script/g)?.length, 1)
  assert.equal(page.match(/<style/g)?.length, 1)
  assert.doesNotMatch(page, /<img|<svg onload|\sonerror="|\sonmouseover='|<!--/)
})

test('renderHtml takes what every object has for nothing but text', () => {
  const record = compareSample()
  const name = 'constructor'
  const page = renderHtml([
    {
      ...record,
      command: ['compare', '--head', 'node', '--head', 'bun', name, 'node'],
      targets: record.targets.map(target => ({ ...target, runtime: name })),
      comparisons: record.comparisons.map(each => ({ ...each, reason: name })),
    },
  ])
  assert.doesNotMatch(page, /undefined|--constructor|native code/)
})

test('renderHtml says nothing of how Steelyard measures where another tool did', () => {
  const page = renderHtml([foreignSample()])
  assert.match(page, /Imported: these are the numbers of/)
  assert.doesNotMatch(page, /seed \d|class="(?:steady|noisy)"|Every sample is in the record/)
})

test('renderHtml folds the rows of a matrix that are more than one screen', () => {
  const record = sampleTargetsRecord()
  const comparisons = Array.from({ length: 25 }, (_, index) =>
    record.comparisons.slice(0, 1).map(each => ({ ...each, case: `c${index}`, baseCase: `c${index}` })),
  ).flat()
  assert.match(renderHtml([{ ...record, comparisons }]), /<summary>1 more row<\/summary>/)
})

test('renderHtml keeps records apart', () => {
  const [one, other] = [sampleRecord(), sampleTargetsRecord()]
  const page = renderHtml([one, other])
  assert.equal(page.match(/<article>/g)?.length, 2)
  const alone = (record: typeof one) => renderHtml([record]).match(/<figure>/g)?.length ?? 0
  assert.equal(page.match(/<figure>/g)?.length, alone(one) + alone(other))
  const ids = Array.from(page.matchAll(/\sid="([^"]+)"/g), ([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('renderHtml draws no empty picture where nothing was measured', () => {
  const page = renderHtml([sampleRecord({ results: [], comparisons: [] })])
  assert.doesNotMatch(page.replace(/<script>.*?<\/script>/s, ''), /<svg/)
  assert.match(page, /Nothing was measured\./)
})

test('renderHtml draws a head of the same runtime in another colour than its base', () => {
  const [first = ''] = renderHtml([sampleTargetsRecord()]).split('<h2')
  const series = Array.from(first.matchAll(/<th scope="col"><span class="sign s-(\w+)"/g), ([, name]) => name)
  assert.deepEqual(series.slice(0, 3), ['node', 'second', 'bun'])
})

test('renderHtml shows memory and single calls where they were measured', () => {
  const page = renderHtml([figuresSample()])
  assert.match(
    page,
    /<h4>Memory[^<]*<\/h4>\s*<p class="note">[^<]*<\/p>\s*<div [^>]*><table>.*?<code>node@26\.10\.0<\/code><td>/s,
  )
  const calls = /<b>Single calls\.<\/b>.*?<\/figure>/s.exec(page)?.[0] ?? ''
  assert.match(calls, /At their foot: over the budget, 10\.0 ms\./)
  assert.match(calls, />call ÷ median call</)
  assert.match(calls, /<td>1\.50 ms/)
  assert.match(
    page,
    /No p95, p99 of <code>parse<\/code> on <code>node@26\.10\.0<\/code>: needs 20 to 100 calls/,
  )
})

test('renderHtml draws what took no time at all, and launches without a sample', () => {
  const record = sampleRecord()
  const results = record.results.map((result, index) => ({
    ...result,
    wallNs: result.wallNs && { ...result.wallNs, value: 0, lower: -1, upper: 1 },
    launches: result.launches.map(launch => ({
      ...launch,
      order: index === 0 ? [] : launch.order,
      wallNs: index === 0 ? [] : [0, 0, -0.1],
      cpuNs: null,
      audit: null,
    })),
  }))
  const page = renderHtml([{ ...record, results }])
  assert.match(page, /<b>Launches\.<\/b>/)
  assert.doesNotMatch(page, /NaN|Infinity|undefined/)
})

test('renderHtml counts the verdicts of several suites in one table first', () => {
  const record = sampleRecord()
  const [suite] = record.suites
  if (suite === undefined) throw new Error('the sample has a suite')
  const renamed = <T extends { readonly suite: string }>(items: readonly T[]) =>
    items.flatMap(item => [item, { ...item, suite: 'another' }])
  const page = renderHtml([
    {
      ...record,
      suites: [suite, { ...suite, name: 'another' }],
      results: renamed(record.results),
      comparisons: renamed(record.comparisons),
    },
  ])
  const [first = ''] = page.split('<h2')
  assert.match(first, /<h1>2 questions<\/h1>/)
  assert.match(first, /<a href="#r0s1"><b>another<\/b><\/a>/)
  assert.match(
    first,
    /<td>5\.19× \[5\.17, 5\.21\]<td class="t"><code>function-arguments<\/code><td class="t">2▲ /,
  )
  assert.doesNotMatch(first, /<td class="t"><(?:td|tr|\/)/)
  assert.match(page, /<h2 id="r0s1">another<\/h2>/)
})

test('renderHtml compares timers, and draws nothing where no samples are kept', () => {
  const page = renderHtml([agreementSample()])
  assert.match(page, /<h4>What each timer reports<\/h4>/)
  assert.match(page, /<td class="t">mitata<td>/)
  assert.match(page, /of \d+ differ from Steelyard|No timer can be compared with Steelyard/)
})

test('renderHtml shows what each case is, as text in its own lines, and nothing where a record has it not', () => {
  const record = sampleRecord()
  const code = {
    setup: null,
    cases: { parse: '({ text }) => {\n  return JSON.parse(text) // </script>\u001b[2J\n}' },
  }
  const page = renderHtml([{ ...record, suites: record.suites.map(suite => ({ ...suite, code })) }])
  assert.match(
    page,
    /<th colspan="\d" scope="rowgroup"><a href="#r0s0p0c0">parse<\/a> <code class="source">\(\{ text \}\) =&gt; \{ return JSON\.parse\(text\) \}<\/code>/,
  )
  assert.match(
    page,
    /<pre class="source" tabindex="0"><code>\(\{ text \}\) =&gt; \{\n {2}return JSON.* &lt;\/script&gt;\n\}</,
  )
  assert.doesNotMatch(renderHtml([record]), /class="source"/)
})

test('renderHtml shows the description of a case next to it, and its code below', () => {
  const record = sampleRecord()
  const about = {
    descriptions: { parse: 'Without <a> reviver.' },
    code: { setup: null, cases: { parse: '() => 1' } },
  }
  const page = renderHtml([{ ...record, suites: record.suites.map(suite => ({ ...suite, ...about })) }])
  assert.match(
    page,
    /<tr class="group"><th [^>]*><a href="#\w+">parse<\/a> <span class="source">Without &lt;a&gt; reviver\.<\/span>/,
  )
  assert.match(
    page,
    /<p>Without &lt;a&gt; reviver\.<\/p>\s*<pre class="source" tabindex="0"><code>\(\) =&gt; 1</,
  )
})
