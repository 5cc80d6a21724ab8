import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hashOf, type Maker, readInputs } from './prepare-inputs.ts'

const MAKER: Maker = { platform: 'linux-x64', nodeVersion: '26.0.0' }

let home: string
let folder: string
before(async () => {
  home = await mkdtemp(join(os.tmpdir(), 'steelyard-inputs-'))
  folder = join(home, 'apps', 'one')
  await mkdir(join(folder, 'src'), { recursive: true })
  await mkdir(join(home, 'page'))
  await writeFile(join(folder, 'prepare.json'), '{ "shared": { "shared": "../../page" }, "outputs": ["x"] }')
  await writeFile(join(folder, 'src', 'b.js'), 'b')
  await writeFile(join(home, 'page', 'a.js'), 'a')
})
after(() => rm(home, { recursive: true, force: true }))

const hash = async (maker = MAKER) => (await readInputs(folder, 'one', maker)).sha256

test('readInputs reads the files of the app and what it shares, in order of their paths', async () => {
  const { files } = await readInputs(folder, 'one', MAKER)
  assert.deepEqual([...files.keys()], ['prepare.json', 'shared/a.js', 'src/b.js'])
  assert.equal(files.get('shared/a.js')?.toString(), 'a')
})

test('the hash depends neither on the path of the folder, nor on when it was written, nor on what is installed in it', async () => {
  const first = await hash()
  await cp(home, `${home}-copy`, { recursive: true })
  assert.equal((await readInputs(join(`${home}-copy`, 'apps', 'one'), 'one', MAKER)).sha256, first)
  await rm(`${home}-copy`, { recursive: true })
  await writeFile(join(folder, 'src', 'b.js'), 'b')
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules', 'x.js'), 'x')
  assert.equal(await hash(), first)
})

test('the hash is another one for every other input', async () => {
  const hashes = [await hash()]
  hashes.push(
    await hash({ ...MAKER, platform: 'linux-arm64' }),
    await hash({ ...MAKER, nodeVersion: '26.0.1' }),
  )
  await writeFile(join(folder, 'src', 'b.js'), 'bb')
  hashes.push(await hash())
  await writeFile(join(home, 'page', 'a.js'), 'aa')
  hashes.push(await hash())
  await writeFile(join(folder, 'src', 'c.js'), '')
  hashes.push(await hash())
  assert.equal(new Set(hashes).size, hashes.length)
})

test('hashOf does not take the end of one file for the beginning of the next', () => {
  const of = (...files: [string, string][]) =>
    hashOf(new Map(files.map(([path, text]) => [path, Buffer.from(text)])), MAKER)
  assert.notEqual(of(['a', '["b",1]x']), of(['a', ''], ['b', 'x']))
  assert.notEqual(of(['a', 'b']), of(['ab', '']))
})

test('readInputs names the shared folder that is missing', async () => {
  await writeFile(join(folder, 'prepare.json'), '{ "shared": { "shared": "../../pages" }, "outputs": ["x"] }')
  await assert.rejects(
    hash(),
    /^LaunchError: Cannot prepare one: there is no folder \.\.\/\.\.\/pages to share\./,
  )
})
