import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { profilesIn } from '../../../analysis/src/causes/profiles.ts'
import { profileFolder } from '../../../record/src/files/record-name.ts'
import { profileSample } from '../../../record/src/fixtures/profile-sample.ts'
import { keep } from './destinations.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-profiles-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const FILE = {
  name: 'sample-1.cpuprofile',
  format: 'cpuprofile',
  content: Buffer.from('{"nodes":[]}'),
} as const
const NOWHERE = { evidenceFolder: null, save: false, out: directory, json: null, markdown: null }

/** Returns a record whose first launch of the first profile names one file. */
function record() {
  const sample = profileSample()
  const sha256 = createHash('sha256').update(FILE.content).digest('hex')
  const files = [{ path: FILE.name, format: FILE.format, sha256, bytes: FILE.content.length }]
  const [first, ...others] = sample.profiles.map(profile => ({
    ...{ ...profile, native: null },
    launches: profile.launches.map(launch => ({ ...launch, files: [] })),
  }))
  if (first === undefined) throw new Error('no profile')
  const launches = first.launches.map((launch, index) => (index === 0 ? { ...launch, files } : launch))
  const profiles = profilesIn(profileFolder(sample), [{ ...first, launches }, ...others])
  return { ...sample, profiles }
}

test('the files that a record names are next to it, with the bytes that it names', async () => {
  const { file, troubles } = await keep(record(), { ...NOWHERE, save: true }, [FILE])
  assert.deepEqual(troubles, [])
  const kept = await readRecord(file ?? '')
  const named = kept.profiles.flatMap(({ launches }) => launches.flatMap(({ files }) => files))
  assert.equal(named.length, 1)
  for (const { path, sha256, bytes } of named) {
    const content = readFileSync(join(dirname(file ?? ''), path))
    assert.equal(content.length, bytes)
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
  }
})

test('a file that the record does not name is not kept', async () => {
  const out = join(directory, 'unnamed')
  const { troubles } = await keep(record(), { ...NOWHERE, save: true, out }, [
    { ...FILE, name: 'other.pb.gz' },
  ])
  assert.deepEqual(troubles, [])
  assert.equal(readdirSync(out).length, 1)
})

test('evidence has them too', async () => {
  const folder = join(directory, 'evidence')
  const { troubles } = await keep(record(), { ...NOWHERE, evidenceFolder: folder }, [FILE])
  assert.deepEqual(troubles, [])
  assert.deepEqual(readdirSync(join(folder, profileFolder(record()))), [FILE.name])
})

test('a folder that cannot be written is reported, and the record is kept', async () => {
  const out = join(directory, 'twice')
  const first = await keep(record(), { ...NOWHERE, save: true, out })
  assert.ok(first.file)
  const blocked = join(out, profileFolder(record()))
  rmSync(blocked, { recursive: true, force: true })
  writeFileSync(blocked, 'no folder')
  const { file, troubles, isIncomplete } = await keep(record(), { ...NOWHERE, save: true, out }, [FILE])
  assert.notEqual(file, null)
  assert.match(troubles.join(), /^Cannot write .*sample-1\.cpuprofile: .* Choose another place with --out\.$/)
  assert.equal(isIncomplete, true)
})
