// Catches a reader that fails on a damaged file or a lying message otherwise than by its own error; 100,000 cases of each
// with FUZZ_CASES=100000.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DialectError, recognise } from '@steelyard/dialects'
import type { Command } from '@steelyard/harness/protocol'
import { importRecord } from '@steelyard/interop'
import { LaunchError } from '@steelyard/launcher'
import { Journal, readTarget, UsageError } from '@steelyard/measure'
import { readRecord, recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderAnswer, renderMarkdown } from '@steelyard/report'
import fc from 'fast-check'
import { answerText } from '../../harness/src/contender/answer-text.ts'
import { canonicalText } from '../../harness/src/contender/canonical.ts'
import type { Canonical } from '../../harness/src/suite/suite.ts'
import { readHello, readReply } from '../../launcher/src/process/channel/replies.ts'
import { parseTarget } from '../../launcher/src/targets/target.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 300)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const IMPORTS = new URL('../../interop/src/imports/fixtures/', import.meta.url)

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-fuzz-'))
after(() => rmSync(folder, { recursive: true }))

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(-1, -0, 1e308, 2 ** 53, 0.5),
  fc.constantFrom<unknown>(null, '', [], {}, '__proto__', '\ud83d', '\u001b]0;x\u0007'),
  fc.constantFrom('=1+1', '../../x', '<script>', 'a\nb', 'x'.repeat(1000)),
)

const hostileText = hostile.map(one => (typeof one === 'string' ? one : JSON.stringify(one)))

/** A value with some of its parts replaced, taken out or given another name. */
function changed(value: object): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.maxSafeNat(),
    by: hostile,
    how: fc.constantFrom('replace', 'remove', 'rename'),
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map(changes => {
    const copy = structuredClone(value) as Parent
    for (const { at, by, how } of changes) {
      const [parent, key] = placeIn(copy, at)
      if (how !== 'remove')
        parent[how === 'rename' && !Array.isArray(parent) ? String(JSON.stringify(by)) : key] = by
      if (how !== 'replace') delete parent[key]
    }
    return copy
  })
}

type Parent = Record<string, unknown>

/** A place in a value, as likely near its top as deep in its samples. */
function placeIn(value: Parent, at: number): [Parent, string] {
  const keys = Object.keys(value)
  const key = keys[at % keys.length] ?? 'x'
  const rest = Math.floor(at / Math.max(1, keys.length))
  const inner = value[key]
  const isDeeper =
    typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && rest % 6 > 0
  return isDeeper ? placeIn(inner as Parent, Math.floor(rest / 6)) : [value, key]
}

/** A text with pieces cut out of it and put into it. */
function torn(text: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constant(''),
    hostileText,
    hostile.map(one => JSON.stringify(one)),
  )
  const cut = fc.record({ at: fc.nat(text.length), length: fc.nat(40), piece })
  return fc
    .array(cut, { minLength: 1, maxLength: 3 })
    .map(cuts =>
      cuts.reduce((rest, { at, length, piece }) => rest.slice(0, at) + piece + rest.slice(at + length), text),
    )
}

function holds<T>(what: string, given: fc.Arbitrary<T>, check: (value: T) => Promise<void> | void): void {
  const property = fc.asyncProperty(given, async value => check(value))
  test(what, async () => {
    const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: CASES, seed: SEED })
    // A counterexample may be a whole record.
    const shown = JSON.stringify(counterexample)?.slice(0, 500)
    assert.ok(!failed, `${errorInstance instanceof Error ? errorInstance.stack : errorInstance}\nby ${shown}`)
  })
}

/** Returns what a function gives; null where it fails as it should, with a sentence. */
async function orError<T>(
  get: () => T | Promise<T>,
  ...allowed: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): Promise<T | null> {
  try {
    return await get()
  } catch (error) {
    if (!allowed.some(kind => error instanceof kind)) throw error
    assert.ok((error as Error).message.isWellFormed())
    return null
  }
}

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const record = sampleRecord()
const STYLE = { width: 80, color: false }
holds(
  'a damaged record is refused with a sentence, or can be shown',
  fc.oneof(
    torn(recordText(record)),
    changed(record).map(value => JSON.stringify(value)),
  ),
  async text => {
    const read = await orError(() => readRecord(written('record.json', text)), SyntaxError)
    if (read === null) return
    renderAnswer(read, STYLE)
    renderMarkdown(read)
  },
)

const HEAD = {
  ...{ startedAt: '2026-01-02T03:04:05Z', steelyard: '1', folder: '/', command: ['trig'], seed: 1 },
}
const journalFile = join(folder, 'journal')
const journal = Journal.begin(journalFile, HEAD)
for (const key of ['a', 'b']) journal.add({ key, tookNs: 1, value: { heard: [], outcome: { lost: [] } } })
journal.close()
holds(
  'a damaged journal is refused, or takes another entry',
  torn(readFileSync(journalFile, 'utf8')),
  async text => {
    const file = written('torn', text)
    const opened = await orError(() => Journal.reopen(file), UsageError)
    if (opened === null) return
    opened.add({ key: 'new', tookNs: 1, value: 'here' })
    opened.close()
    const again = Journal.reopen(file)
    assert.equal(again.find('new')?.value, 'here')
    assert.equal(again.size, opened.size)
    again.close()
  },
)

const foreign = readdirSync(IMPORTS).map(name => readFileSync(new URL(name, IMPORTS), 'utf8'))
const anyForeign = fc.oneof(
  ...foreign.map(torn),
  ...foreign
    .filter(text => !text.includes('\n{'))
    .map(text => changed(JSON.parse(text)).map(one => JSON.stringify(one))),
)
holds('a damaged file of another tool is refused, or gives a valid record', anyForeign, async text => {
  const file = { name: 'out.json', text, modifiedAt: new Date(0) }
  const target = { text: 'node@26.10.0', runtime: 'node', version: '26.10.0' }
  const options = { format: null, target, steelyard: { version: '0.1.0', commit: null } }
  const imported = await orError(() => importRecord(file, options), SyntaxError)
  if (imported !== null) await readRecord(written('imported.json', recordText(imported)))
})

const word = fc.oneof(
  fc.constantFrom(
    'node',
    'bun',
    'deno@2',
    'node@',
    'node=',
    'd8~a=./x',
    'A=1',
    '--no-opt',
    '"',
    "'a b'",
    'useJIT=0',
  ),
  hostileText,
)
holds(
  'a target is read, or refused with a sentence',
  fc.array(word, { maxLength: 3 }).map(words => words.join(' ').toWellFormed()),
  async text => {
    await orError(() => readTarget(text), UsageError)
    const spec = await orError(() => parseTarget(text), SyntaxError)
    if (spec !== null)
      assert.ok(spec.version !== '' && spec.path !== '' && spec.flags.every(flag => flag !== ''))
  },
)

const suite = {
  ...{ name: 'a', question: 'b?', params: { size: [1] }, compare: 'cases', baseline: 'one', cases: ['one'] },
  ...{ unsupported: {}, across: null, hasExpected: false, perCall: [], memory: false, server: null },
}
const REPLIES: readonly [Command, object][] = [
  [{ type: 'load' }, { type: 'loaded', suite }],
  [
    { type: 'run', iterations: 1 },
    { type: 'ran', durationNs: 5, clockNs: 1 },
  ],
  [{ type: 'recheck' }, { type: 'rechecked', digest: 'a'.repeat(64) }],
  [
    { type: 'heap', collect: true },
    { type: 'heap', externalBytes: 1 },
  ],
  [{ type: 'clock' }, { type: 'clocked', resolutionNs: 1 }],
  [
    { type: 'run', iterations: 1 },
    { type: 'failed', phase: 'run', message: 'no', stack: 'here' },
  ],
]
const said = fc.oneof(
  ...REPLIES.map(([command, reply]) =>
    changed({ ...reply, id: 1 }).map(one => [command, JSON.stringify(one)] as const),
  ),
  ...REPLIES.map(([command, reply]) =>
    torn(JSON.stringify({ ...reply, id: 1 })).map(one => [command, one] as const),
  ),
)
holds('a reply is one, or loses its contender', said, async ([command, text]) => {
  await orError(() => readHello(text), LaunchError)
  const observed = { id: 1, hostNs: 1000, clockSlackNs: 0 }
  const reply = await orError(() => readReply(command, text, observed), LaunchError)
  if (reply?.type === 'ran') assert.ok(reply.durationNs >= 0 && reply.durationNs <= 1000)
})

const ANSWERS = { withMap: true, withSet: true, withDate: true, withTypedArray: true, withBigInt: true }
holds('an answer has one text, whatever it is, and another where it differs', fc.anything(ANSWERS), value => {
  const text = answerText(value)
  if (text === null) return
  assert.ok(text.isWellFormed())
  assert.equal(answerText(structuredClone(value)), text)
  assert.notEqual(answerText([value, 0]), answerText([value, 1]))
})

holds(
  'plain data has the text of its copy alone',
  fc.tuple(fc.jsonValue(), fc.jsonValue()),
  ([one, other]) => {
    const [text, another] = [one, other].map(value => canonicalText(value as Canonical))
    assert.equal(canonicalText(reordered(one) as Canonical), text)
    if (text === another) assert.deepEqual(rounded(one), rounded(other))
  },
)

/** A copy whose keys stand in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, reordered(one)])
  return Object.fromEntries(entries.toReversed())
}

/** What is compared of numbers: ten digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one) =>
      typeof one === 'number' && !Number.isInteger(one) ? Number(one.toPrecision(10)) : one,
    ),
  )
}

const ADOPTED = new URL('fixtures/adopted/', import.meta.url)
const adopted = readdirSync(ADOPTED).map(
  name => [name, readFileSync(new URL(name, ADOPTED), 'utf8')] as const,
)
holds(
  'a damaged benchmark file is of a dialect, of none, or refused with a sentence',
  fc.oneof(...adopted.map(([name, text]) => torn(text).map(torn => [name, torn] as const))),
  async ([name, text]) => {
    await orError(() => recognise(written(name, text), null), DialectError)
  },
)

const anyNumber = fc.oneof(fc.double(), fc.integer({ min: -2000, max: 2000 }))
holds('a reported time is at most what the host saw', anyNumber, async durationNs => {
  const text = JSON.stringify({ type: 'ran', id: 1, durationNs, clockNs: 0 })
  const observed = { id: 1, hostNs: 1000, clockSlackNs: 0 }
  const reply = await orError(() => readReply({ type: 'run', iterations: 1 }, text, observed), LaunchError)
  assert.equal(reply !== null, durationNs >= 0 && durationNs <= 1000)
})
