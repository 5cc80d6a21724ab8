import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { SUITES_FOLDER } from '../../../../measure/src/plan/catalog.ts'
import { UsageError } from '../../../../measure/src/plan/usage-error.ts'
import { makeSuite } from './new-suite.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-new-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const headings = (readme: string) => readme.match(/^## .*$/gm)

test('makeSuite writes a suite of that name and a README with the sections of the house', async () => {
  const files = await makeSuite({ name: 'array-copy', directory, folder: true, reserved: [] })
  const [suite = '', readme = ''] = files.map(file => readFileSync(file, 'utf8'))
  assert.deepEqual(
    files.map(file => basename(file)),
    ['suite.ts', 'README.md'],
  )
  assert.match(suite, /name: 'array-copy'/)
  const question = /question: '(.*)'/.exec(suite)?.[1]
  assert.ok(readme.startsWith(`# array-copy\n\n${question}\n`))
  const ofHouse = headings(readFileSync(`${SUITES_FOLDER}/http-hello/README.md`, 'utf8'))
  // A new suite has no record yet.
  assert.deepEqual(headings(readme)?.concat('## Measured'), ofHouse)
  assert.doesNotMatch(suite + readme, /new-suite/)
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['Array Copy', /'Array Copy': the name is not kebab-case/],
  ['../escape', /the name is not kebab-case/],
  ['', /the name is not kebab-case/],
  ['list', /bench uses that word for something else/],
  ['trig', /a suite of that name exists/],
  ['there', /there exists/],
]

test('makeSuite refuses names that are ill-formed or taken, in one sentence', async () => {
  await makeSuite({ name: 'there', directory, folder: true, reserved: [] })
  const before = readFileSync(join(directory, 'there', 'suite.ts'), 'utf8')
  for (const [name, message] of REFUSED) {
    await assert.rejects(
      makeSuite({ name, directory, folder: true, reserved: ['list'] }),
      (error: unknown) => {
        assert.ok(error instanceof UsageError, String(error))
        assert.match(error.message, message)
        return true
      },
    )
  }
  assert.equal(readFileSync(join(directory, 'there', 'suite.ts'), 'utf8'), before)
})

test('makeSuite writes one file, under any name that no file has there', async () => {
  const options = { name: 'list', directory, folder: false, reserved: ['list'] }
  const [file = '', ...others] = await makeSuite(options)
  assert.equal(file, join(directory, 'list.bench.ts'))
  assert.deepEqual(others, [])
  assert.match(readFileSync(file, 'utf8'), /^export default suite\(\{$/m)
  await assert.rejects(makeSuite(options), /Cannot make the suite 'list': .*list\.bench\.ts exists\. Choose/)
  await assert.rejects(makeSuite({ ...options, name: 'Two Words' }), /the name is not kebab-case/)
  await assert.rejects(makeSuite({ ...options, directory: file }), /list\.bench\.ts: .*Choose another place/)
})
