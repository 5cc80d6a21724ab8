// What gather refuses in one sentence, and what it has not written then. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { announce, keep, submit } from '@steelyard/fleet'
import { readTimeline, type TimelineGap } from '@steelyard/record'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import { FACTS, type Fleet, home, REQUEST, server, skip, taken, withNewFleet, ZEN5 } from './fleet-server.ts'

/** Puts the answer to a command into a fleet, and returns what gathers it into a folder, and what that says. */
async function gathering(
  { name, submitter, worker }: Fleet,
  command: readonly string[],
  { id, text }: { readonly id: string; readonly text: string },
) {
  const request = await submit(submitter, { ...REQUEST, commands: [command] })
  await announce(worker, ZEN5, FACTS)
  const job = await taken(worker, ZEN5)
  await keep(worker, job, id, gzipSync(text.replace('"of the job"', JSON.stringify(job.command))))
  const address = home.addressFile(server().address(name, 'submits'))
  return async (out: string, ...words: readonly string[]) => {
    const args = ['fleet', 'gather', request, '--out', out, ...words]
    const { code, stderr } = await home.run(address, 'one', ...args)
    return `${code} ${stderr.split('\n').slice(3).join('\n')}`
  }
}

test('gather says where it cannot write a record', { skip }, () =>
  withNewFleet(async fleet => {
    const id = randomUUID()
    const record = sessionSample({ ...ZEN5, hour: 0, effects: { 'arrow-2': 0 } }, { id })
    const text = JSON.stringify({ ...record, command: 'of the job' })
    const gather = await gathering(fleet, ['compare', 'json-reviver', '--base=node@26.10.0'], { id, text })
    // One record gives no combination: the file that was asked for is not written.
    assert.match(
      await gather('alone', '--json', 'x.json'),
      /^1 [\s\S]*the fleet has 1 record, and two are needed/,
    )
    assert.equal(existsSync(home.path('x.json')), false)
    writeFileSync(home.path('taken'), '')
    assert.match(
      await gather('taken/in'),
      /^2 Cannot write taken\/in\/\S+\.json: E\w+: [a-z ]+\. Choose another place with --out\.\n$/,
    )
  }),
)

test('gather joins no line of a timeline where it refuses an option, a line or a place', { skip }, () =>
  withNewFleet(async fleet => {
    const line: TimelineGap = {
      ...{ case: 'sin-small', params: {}, code: 'c0de', estimator: 4, windowNs: 1, cpuId: ZEN5.cpuId },
      release: { version: '20.0.0', engine: null, date: null },
      ...{ at: '2026-01-01T00:00:00Z', gap: 'no sine' },
    }
    const command = ['timeline', 'trig/sin-small', '--runtime=node@20..', '--time=60']
    const gather = await gathering(fleet, command, { id: randomUUID(), text: JSON.stringify(line) })
    const file = home.path('joined/node/trig.jsonl')
    for (const [option, value, refusal] of [
      ['--json', 'x.json', /^2 Cannot write this of a timeline: --html writes it, with CSV and JSON\.\n$/],
      ['--threshold', '3', /^2 Cannot judge a timeline by a threshold: .* Leave --threshold out\.\n$/],
    ] as const) {
      assert.match(await gather('joined', option, value), refusal)
      assert.equal(existsSync(file), false)
    }
    writeFileSync(home.path('a-file'), '')
    assert.match(
      await gather('a-file/in'),
      /^2 Cannot write a-file\/in\/node\/trig\.jsonl: E\w+: [a-z ]+\. Choose another place with --out\.\n$/,
    )
    assert.match(await gather('joined'), /^0 joined\/node\/trig\.jsonl: 1 line more\n$/)
    assert.deepEqual(readTimeline(file), [line])
    appendFileSync(file, '{}\n')
    assert.match(
      await gather('joined'),
      /^2 Cannot read line 2 of \S+trig\.jsonl: it is no line of a timeline\.\n$/,
    )
  }),
)

test('gather refuses what a timeline has not before it waits for one', { skip }, () =>
  withNewFleet(async ({ name, submitter }) => {
    const command = ['timeline', 'trig/sin-small', '--runtime=node@20..', '--time=60']
    const request = await submit(submitter, { ...REQUEST, asked: command, commands: [command] })
    const address = home.addressFile(server().address(name, 'submits'))
    const args = ['fleet', 'gather', request, '--wait', '--json', 'x.json']
    const { code, stderr } = await home.run(address, 'one', ...args)
    assert.equal(code, 2)
    assert.match(stderr, /^Cannot write this of a timeline: --html writes it, with CSV and JSON\.\n/m)
  }),
)
