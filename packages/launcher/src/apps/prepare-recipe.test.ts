import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readRecipe } from './prepare-recipe.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'steelyard-recipe-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function read(text: string) {
  await writeFile(join(folder, 'prepare.json'), text)
  return readRecipe(folder, 'app')
}

test('readRecipe fills in defaults', async () => {
  assert.deepEqual(await read('{ "outputs": ["a.js"], "steps": [{ "script": "b.mjs" }] }'), {
    ...{ shared: {}, environment: {}, outputs: ['a.js'], remove: [] },
    steps: [{ script: 'b.mjs' }],
  })
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['{', /is not JSON/],
  ['[]', /is not an object/],
  ['{ "outputs": ["a"], "step": [] }', /unknown key 'step'/],
  ['{}', /'outputs'/],
  ['{ "outputs": [] }', /'outputs'/],
  ['{ "outputs": ["../a"] }', /'outputs'/],
  ['{ "outputs": ["a"], "remove": ["/etc"] }', /'remove'/],
  ['{ "outputs": ["a"], "remove": [""] }', /'remove'/],
  ['{ "outputs": ["a"], "environment": { "A": 1 } }', /'environment'/],
  ['{ "outputs": ["a"], "shared": ["x"] }', /'shared'/],
  ['{ "outputs": ["a"], "shared": { "../../x": "y" } }', /'shared'/],
  ['{ "outputs": ["a"], "steps": [{ "script": "../b" }] }', /'steps'/],
  ['{ "outputs": ["a"], "steps": [{ "script": "b", "shell": true }] }', /'steps'/],
]
for (const [text, message] of REFUSED) {
  test(`readRecipe refuses ${text}`, async () => {
    await assert.rejects(read(text), (error: Error) => {
      assert.match(error.message, /^Cannot prepare app: prepare\.json .*\. Correct it and run again\.$/)
      assert.match(error.message, message)
      return true
    })
  })
}
