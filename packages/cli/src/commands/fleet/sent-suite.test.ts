import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { packedSuite, unpackedSuite } from './sent-suite.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

test('unpacking a suite restores what was packed', () => {
  const script = { name: `${sha256Of('exports').slice(0, 16)}.cjs`, text: 'exports' }
  for (const more of [{}, { script }]) {
    const bundle = { text: 'text ü', sha256: sha256Of('text ü'), ...more }
    const bytes = packedSuite({ name: 'array-copy', bundle, isAdopted: true })
    assert.deepEqual(unpackedSuite(bytes, 'one'), {
      name: 'array-copy',
      caseId: 'one',
      isAdopted: true,
      bundle,
    })
  }
})

test('hashes and names of files are those of the bytes, whatever the sender says', () => {
  const given = { name: 'x', isAdopted: false, text: 'a', sha256: 'b', script: 'c', scriptName: '../../c' }
  assert.deepEqual(unpackedSuite(Buffer.from(JSON.stringify(given)), null)?.bundle, {
    text: 'a',
    sha256: sha256Of('a'),
    script: { name: `${sha256Of('c').slice(0, 16)}.cjs`, text: 'c' },
  })
})

const WHOLE = { name: 'x', isAdopted: false, text: 'a', script: null }
const WRONG: readonly unknown[] = [
  ...['../x', 'x/y', '', 'X', 'a b', 3].map(name => ({ ...WHOLE, name })),
  { ...WHOLE, isAdopted: 1 },
  { ...WHOLE, text: null },
  { ...WHOLE, script: { name: '../x', text: 'x' } },
  { ...WHOLE, script: undefined },
  null,
  'text',
]

for (const wrong of WRONG) {
  test(`${JSON.stringify(wrong)} is no suite that was sent`, () => {
    assert.equal(unpackedSuite(Buffer.from(JSON.stringify(wrong)), null), null)
  })
}

test('bytes that are no text are no suite that was sent', () => {
  assert.equal(unpackedSuite(Buffer.from([0xff, 0xfe, 0]), null), null)
})
