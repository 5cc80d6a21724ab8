import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { hostileRecord } from '../../report/test/hostile-record.ts'
import { startBrowser, type TestBrowser, violations } from '../../report/test/opened-page.ts'
import { Bench, ended } from './bench-process.ts'

const bench = new Bench()
const FOLDER = join(bench.directory, 'kept')
let server: ChildProcess
let end: ReturnType<typeof ended>
let url = new URL('http://127.0.0.1')
let output = ''
let browser: TestBrowser | string = 'not started'

before(async () => {
  mkdirSync(join(FOLDER, 'more'), { recursive: true })
  mkdirSync(join(bench.directory, 'elsewhere'))
  const outside = join(bench.directory, 'elsewhere/outside.json')
  const text = recordText(sampleRecord())
  for (const file of [join(FOLDER, 'a.json'), join(FOLDER, 'more/it"s <b>.json'), outside])
    writeFileSync(file, text)
  writeFileSync(join(FOLDER, 'hostile.json'), recordText(hostileRecord()))
  writeFileSync(join(FOLDER, 'other.json'), '{ "secret": 1 }')
  writeFileSync(join(FOLDER, 'cut.json'), text.slice(0, 3000))
  symlinkSync(outside, join(FOLDER, 'link.json'))
  symlinkSync(join(bench.directory, 'elsewhere'), join(FOLDER, 'linked'))
  server = bench.start(['serve', 'kept'])
  end = ended(server)
  server.stdout?.on('data', data => (output += data))
  await until(() => /http:\S+\n/.test(output) || server.exitCode !== null)
  url = new URL(/http:\S+/.exec(output)?.[0] ?? '')
})

after(async () => {
  if (typeof browser !== 'string') await browser.close()
  await bench.remove()
})

interface Answered {
  readonly status: number
  readonly policy: string
  readonly text: string
}

/** Sends a path as it is, which fetch would tidy up. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path, method, headers, agent: false },
      answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', data => (text += data))
        answer.on('end', () => {
          const policy = String(answer.headers['content-security-policy'])
          resolve({ status: answer.statusCode ?? 0, policy, text })
        })
      },
    )
    sent.on('error', reject).end()
  })
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}

/** What never comes is not waited for. */
const LIMIT = { timeout: 240_000 }

test('bench serve lists the records of a folder and below, and reads no other file', LIMIT, async () => {
  const { status, text, policy } = await ask('/')
  assert.equal(status, 200)
  assert.match(output, /^Serving 3 records of kept at http:\/\/127\.0\.0\.1:\d+\/\n/m)
  assert.deepEqual(text.match(/(?<=href=")\/records\/[^"]*/g)?.toSorted(), [
    '/records/a.json',
    '/records/hostile.json',
    '/records/more/it%22s%20%3Cb%3E.json',
  ])
  assert.match(text, /<h2>Cannot be read<\/h2>\s*<section><ul><li><code>cut\.json<\/code><\/li><\/ul>/)
  assert.match(text, /\d <strong class="slower">slower<\/strong>, \d <strong class="faster">faster/)
  assert.match(text, /<code>node@26\.10\.0, bun@1\.4\.5<\/code>/)
  assert.doesNotMatch(text, /other\.json|outside|link\.json|secret/)
  assert.match(policy, /^default-src 'none'; .*script-src 'sha256-[^;]*; .*frame-ancestors 'none'$/)
})

test('bench serve shows the page of a record and the trends of its suite', LIMIT, async () => {
  const record = await ask('/records/more/it%22s%20%3Cb%3E.json')
  assert.equal(record.status, 200)
  assert.match(record.text, /<h1>.*<table class="explorer"/s)
  assert.doesNotMatch(record.policy, /connect-src/)
  const history = await ask('/history/json-reviver')
  assert.equal(history.status, 200)
  assert.match(history.text, /<h1>json-reviver<\/h1>\s*<p>1 record, \d+ trends?\./)
  assert.equal((await ask('/latest')).status, 200)
})

test('bench serve answers to its own name alone, and to paths of its own', LIMIT, async () => {
  for (const host of ['evil.example', `evil.example:${url.port}`, '127.0.0.1', 'localhost:1']) {
    const { status, text } = await ask('/', { host })
    assert.equal(status, 421, host)
    assert.doesNotMatch(text, /record/)
  }
  assert.equal((await ask('/', { host: `LOCALHOST:${url.port}` })).status, 200)
  for (const path of [
    '/records/link.json',
    '/records/linked/outside.json',
    '/records/other.json',
    '/records/cut.json',
    '/records/../elsewhere/outside.json',
    '/records/%2e%2e/elsewhere/outside.json',
    '/records/..%2felsewhere%2foutside.json',
    '/records//etc/passwd',
    '/records/%ff',
    '/history/nothing',
    '/constructor',
  ]) {
    assert.equal((await ask(path)).status, 404, path)
  }
  assert.equal((await ask('http://evil.example/')).status, 400)
  assert.equal((await ask('/', {}, 'POST')).status, 405)
  assert.equal((await ask('/', {}, 'HEAD')).text, '')
})

test('the state that open pages ask for changes when a run has written a new record', LIMIT, async t => {
  const { text: before } = await ask('/state')
  browser = await startBrowser()
  const opened = typeof browser === 'string' ? null : await browser.open(url, { scheme: 'dark', width: 390 })
  if (opened !== null) {
    assert.deepEqual(await violations(opened.page), [])
    assert.equal(await opened.page.evaluate('window.harmed'), undefined)
    assert.equal(await opened.page.evaluate('document.documentElement.scrollWidth'), 390)
  }
  const temporary = join(FOLDER, '.steelyard-1.tmp')
  writeFileSync(temporary, recordText(sampleRecord({ id: 'another', startedAt: '2030-01-02T03:04:05.000Z' })))
  assert.equal((await ask('/state')).text, before)
  renameSync(temporary, join(FOLDER, '2030.json'))
  if (opened !== null && typeof browser !== 'string') {
    await opened.page.waitForSelector('a[href="/records/2030.json"]')
    await opened.page.click('a[href="/records/hostile.json"]')
    await opened.page.waitForSelector('table.explorer')
    assert.equal(await opened.page.evaluate('window.harmed'), undefined)
    assert.deepEqual(opened.faults, [])
  }
  assert.notEqual((await ask('/state')).text, before)
  if (typeof browser === 'string') t.skip(browser)
})

test('Ctrl-C ends bench serve with every connection closed', LIMIT, async () => {
  const socket = connect(Number(url.port), url.hostname)
  const closed = new Promise<void>(resolve => socket.on('error', () => {}).once('close', () => resolve()))
  socket.write(`GET /state HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`)
  await new Promise(resolve => socket.once('data', resolve))
  process.kill(-(server.pid ?? 0), 'SIGINT')
  const { code, stdout } = await end
  assert.equal(code, 0)
  assert.match(stdout, /\nEnded\.\n$/)
  await closed
  await assert.rejects(ask('/'), { code: 'ECONNREFUSED' })
})

test('bench serve refuses what it cannot serve', LIMIT, async () => {
  const refusals = (
    [
      [['serve', 'nowhere'], /^Cannot serve nowhere: there is no such folder\./],
      [['serve', 'kept/a.json'], /^Cannot serve kept\/a\.json: it is a file\./],
    ] as const
  ).map(([args, says]) => {
    return bench.runShared(...args).then(({ code, stderr }) => {
      assert.equal(code, 2)
      assert.match(stderr, says)
    })
  })
  await Promise.all(refusals)
})
