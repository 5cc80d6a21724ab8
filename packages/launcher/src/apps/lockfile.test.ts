import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '../process/launch-error.ts'
import { checkInstalled, type Lockfile, namedVersions, readLockfile } from './lockfile.ts'

const LOCK: Lockfile = {
  packages: {
    '': { dependencies: { one: '^1.0.0' }, devDependencies: { two: '2' } } as Lockfile['packages'][string],
    'node_modules/one': { version: '1.2.3', integrity: 'sha512-aaaa' },
    'node_modules/one/node_modules/three': { version: '3.0.0', inBundle: true },
    'node_modules/two': { version: '2.0.0', integrity: 'sha512-bbbb' },
  },
}

function sentence(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof LaunchError)
    return error.message
  }
  return assert.fail('nothing was thrown')
}

const changed = (packages: Lockfile['packages']) =>
  JSON.stringify({ packages: { ...LOCK.packages, ...packages } })

test('readLockfile reads packages that come from the registry with their integrity', () => {
  assert.deepEqual(readLockfile(JSON.stringify(LOCK), 'app'), LOCK)
})

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['no JSON', '{', /is not JSON/],
  ['another file', '{}', /lists no packages/],
  ['null', 'null', /lists no packages/],
  [
    'no integrity',
    changed({ 'node_modules/two': { version: '2.0.0' } }),
    /node_modules\/two without an integrity/,
  ],
  ['a link', changed({ 'node_modules/two': { link: true } }), /as a link to a folder/],
  [
    'a repository',
    changed({ 'node_modules/two': { resolved: 'git+ssh://x/y', integrity: 'sha512-c' } }),
    /from elsewhere than the registry/,
  ],
]
for (const [what, text, message] of REFUSED) {
  test(`readLockfile refuses ${what} in one sentence`, () => {
    const said = sentence(() => readLockfile(text, 'app'))
    assert.match(said, /^Cannot prepare app: package-lock\.json /)
    assert.match(said, message)
  })
}

test('checkInstalled takes a part of what is locked, and nothing else', () => {
  const { '': _app, ...packages } = LOCK.packages
  const { 'node_modules/two': two, ...some } = packages
  checkInstalled(LOCK, { packages: some }, 'app')
  for (const wrong of [
    { 'node_modules/four': { version: '4.0.0', integrity: 'sha512-d' } },
    { 'node_modules/two': { ...two, version: '2.0.1' } },
    { 'node_modules/two': { ...two, integrity: 'sha512-e' } },
  ]) {
    assert.match(
      sentence(() => checkInstalled(LOCK, { packages: { ...packages, ...wrong } }, 'app')),
      /which package-lock\.json does not list/,
    )
  }
})

test('namedVersions gives the versions of what the app itself names', () => {
  assert.deepEqual(namedVersions(LOCK), { one: '1.2.3', two: '2.0.0' })
})
