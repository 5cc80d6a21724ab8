import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { plainClock } from '@steelyard/harness/clock'
import { ask, createContender } from '@steelyard/harness/contender'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { bundleSuite } from '@steelyard/launcher'

type Chosen = Readonly<Record<string, string | number | boolean>>

/** The case ids that others refer to, the baseline first. */
const CONTRACT: Readonly<Record<string, readonly string[]>> = {
  'json-reviver': [
    'parse',
    'arrow-0',
    'arrow-1',
    'arrow-2',
    'arrow-3',
    'function-2',
    'function-arguments',
    'walk',
  ],
  'stream-byte-value': ['value-default', 'value-hwm', 'bytes-hwm-4096', 'bytes-byob', 'bytes-auto-allocate'],
  'buffer-concat': [
    'sum-length',
    'concat-length',
    'concat',
    'concat-known-length',
    'set-preallocated',
    'blob-array-buffer',
    'allocate-50x2048',
    'allocate-unsafe-50x2048',
  ],
  trig: [
    'sin-small',
    'sin-large',
    'cos-small',
    'cos-large',
    'tan-small',
    'tan-large',
    'sine-loop',
    'realistic-math',
  ],
  'stream-adapters': [
    'from-chunks',
    'concat-readable-to-web',
    'enqueue',
    'pipe-through-identity',
    'copy-each-chunk',
    'tee',
  ],
  relay: [
    'naive',
    'binary-frame',
    'template-body',
    'early-202',
    'parse-request',
    'stringify-upstream',
    'parse-upstream',
    'stringify-response',
    'decode-frame',
    'construct-objects',
  ],
  'cold-start': ['hello', 'unreached', 'reached'],
  'react-ssr': ['production', 'development'],
  'gc-pressure': ['short-lived', 'survivors', 'old-churn', 'large-arrays', 'strings', 'closures'],
  async: [
    'await-value',
    'await-promise',
    'promise-chain',
    'async-iterator',
    'queue-microtask',
    'async-local-storage',
  ],
  'plain-javascript': ['integers', 'sums', 'sort', 'string-hash', 'primes', 'page'],
  'isolate-routing': ['one-warm', 'spread', 'spread-when-busy'],
  'http-hello': ['raw', 'hono', 'oak', 'oak-listen'],
  'http-faults': ['right', 'development', 'cached', 'buffered', 'compressed'],
  'http-conditions': ['near', 'far', 'narrow', 'two-cores', 'late'],
  'http-relay': [
    'naive',
    'template-body',
    'early-202',
    'queue',
    'naive-error-400',
    'naive-error-64k',
    'early-202-error-64k',
    'naive-waits',
  ],
  'http-streams': [
    'value',
    'value-hwm-4096',
    'bytes',
    'bytes-hwm-4096',
    'from-chunks',
    'concat-to-web',
    'copy-each-chunk',
    'pipe-through',
    'read-first',
    'whole',
  ],
  'wrangler-dev': ['bare', 'wrangler-dev'],
  'ssr-apps': ['strings', 'react-ssr', 'sveltekit', 'next'],
  'web-api': [
    'headers',
    'url',
    'url-search-params',
    'text-encode',
    'text-decode',
    'structured-clone',
    'event-target',
    'abort-signal',
    'response-json',
    'request-clone',
    'regex',
    'base64',
    'digest-sha256',
    'random-uuid',
  ],
}

const SECTIONS = ['Claim', 'Cases', 'How to read it', 'What it does not measure']

/** Combinations in which one iteration takes too long for a test. */
const TOO_HEAVY = new Set(['buffer-concat {"chunks":1000,"size":65536}'])

const clock = plainClock(() => performance.now() * 1e6)

const folders = readdirSync(import.meta.dirname).filter(name =>
  existsSync(`${import.meta.dirname}/${name}/suite.ts`),
)

test('every suite of the contract has a folder', () => {
  assert.deepEqual(
    Object.keys(CONTRACT).filter(name => !folders.includes(name)),
    [],
  )
})

for (const folder of folders) {
  // As a contender gets it: what a suite imports may depend on how it is bundled.
  const { text } = await bundleSuite(`${import.meta.dirname}/${folder}/suite.ts`)
  const { default: definition } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const about = await description(definition)

  describe(folder, () => {
    test('is named after its folder', () => assert.equal(about.name, folder))

    test('has the case ids of the contract', { skip: !(folder in CONTRACT) }, () => {
      assert.deepEqual(about.cases, CONTRACT[folder])
      assert.equal(about.baseline, about.cases[0])
    })

    test('has a README with the question and every section', () => {
      const readme = readFileSync(`${import.meta.dirname}/${folder}/README.md`, 'utf8')
      assert.ok(
        readme.startsWith(`# ${folder}\n\n${about.question}\n`),
        'title and question do not come first',
      )
      // What a kept record says of it stands last.
      assert.deepEqual(
        readme.match(/^## (?!Measured$).*$/gm),
        SECTIONS.map(section => `## ${section}`),
      )
    })

    // Apps are started by the tests of what starts them.
    for (const params of about.server === null ? combinations(about) : []) {
      const chosen = JSON.stringify(params)
      const skip = TOO_HEAVY.has(`${folder} ${chosen}`)
      test(`every case gives the right answer with ${chosen}`, { skip }, async () => {
        const digests = new Set<string>()
        for (const caseId of about.cases) digests.add(await verified(definition, caseId, params))
        assert.ok('expected' in definition || digests.size === 1, 'the cases do not agree')
      })
    }
  })
}

async function description(definition: unknown): Promise<SuiteDescription> {
  const reply = await ask(createContender(definition, clock), { type: 'load' })
  assert.ok(reply.type === 'loaded')
  return reply.suite
}

/** Returns every choice of one value per parameter. */
function combinations({ params }: SuiteDescription): readonly Chosen[] {
  return Object.entries(params).reduce<readonly Chosen[]>(
    (choices, [name, values]) =>
      choices.flatMap(choice => values.map(value => ({ ...choice, [name]: value }))),
    [{}],
  )
}

/** Returns the digest of what the case returned, having found it unchanged after two more iterations. */
async function verified(definition: unknown, caseId: string, params: Chosen): Promise<string> {
  const contender = createContender(definition, clock)
  const prepared = await ask(contender, { type: 'prepare', caseId, params, expectedDigest: null })
  assert.ok(prepared.type === 'prepared', `${caseId}: ${'message' in prepared ? prepared.message : ''}`)
  await ask(contender, { type: 'run', iterations: 2 })
  const { digest } = prepared
  assert.deepEqual(await ask(contender, { type: 'recheck' }), { type: 'rechecked', digest }, caseId)
  return digest
}
