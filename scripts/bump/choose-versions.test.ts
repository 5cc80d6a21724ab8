import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bumped,
  type Choice,
  chooseTypes,
  chooseVersion,
  type Pin,
  remarksOn,
  type Types,
} from './choose-versions.ts'

function pin(platform: string | null, version: string, product = 'deno'): Pin {
  return { product, platform, packageName: platform === null ? product : `${product}-${platform}`, version }
}

function choose(one: Pin, ...versions: readonly string[]): Choice {
  return chooseVersion(one, { versions: Object.fromEntries(versions.map(version => [version, {}])) })
}

test('chooseVersion takes the highest release by number, in any order of publication', () => {
  assert.equal(choose(pin(null, '1.2.0'), '1.10.0', '1.9.0', '1.2.0').next, '1.10.0')
  assert.equal(choose(pin(null, '1.20261117.1'), '1.20261117.2', '1.20261117.1').next, '1.20261117.2')
  assert.equal(choose(pin(null, '0.15.0'), '0.15.0', '0.16.0').next, '0.16.0')
})

test('chooseVersion never takes a pre-release, a deprecated version or a text that is no version', () => {
  assert.equal(choose(pin(null, '1.2.0'), '2.0.0-rc.1', '1.3.0', 'newest').next, '1.3.0')
  const versions = { '1.4.0': { deprecated: 'broken' }, '1.3.0': { deprecated: '' }, '1.2.0': {} }
  assert.equal(chooseVersion(pin(null, '1.2.0'), { versions }).next, '1.3.0')
})

test('chooseVersion keeps what is pinned when the registry has nothing higher', () => {
  const lower = choose(pin(null, '1.2.0', 'mitata'), '1.1.0')
  const missing = choose(pin(null, '1.2.0', 'tinybench'), '2.0.0-beta.1')
  const equal = choose(pin(null, '1.2.0', 'bench-node'), '1.2.0')
  assert.deepEqual(
    [lower, missing, equal].map(({ newest, next }) => [newest, next]),
    [
      ['1.1.0', '1.2.0'],
      [null, '1.2.0'],
      ['1.2.0', '1.2.0'],
    ],
  )
  assert.deepEqual(bumped([lower, missing, equal]), [])
  assert.deepEqual(remarksOn([lower, missing, equal]), [
    'mitata stays at 1.2.0: the newest release in the registry is 1.1.0.',
    'tinybench stays at 1.2.0: the registry has no release of it.',
  ])
})

test('a platform that lags behind gets what the registry has for it, with a remark', () => {
  const choices = [
    choose(pin('linux-x64', '2.9.5'), '2.9.5', '2.9.7'),
    choose(pin('linux-arm64', '2.9.5'), '2.9.5', '2.9.6'),
    choose(pin('darwin-x64', '2.9.5'), '2.9.4', '2.9.5'),
    ...['linux-x64', 'linux-arm64'].map(platform => choose(pin(platform, '1.4.4', 'bun'), '1.4.5')),
  ]
  assert.deepEqual(
    bumped(choices).map(({ product, platform, next }) => `${product} ${platform} ${next}`),
    ['deno linux-x64 2.9.7', 'deno linux-arm64 2.9.6', 'bun linux-x64 1.4.5', 'bun linux-arm64 1.4.5'],
  )
  assert.deepEqual(remarksOn(choices), [
    'deno 2.9.7 is not there for every platform: linux-arm64 goes to 2.9.6, darwin-x64 stays at 2.9.5.',
  ])
})

function typesOf(...versions: readonly string[]): Types {
  return {
    published: { versions: Object.fromEntries(versions.map(version => [version, {}])) },
    versionOf: version => version.replace(/^1\./, '5.'),
  }
}

test('a runtime and its types change together', () => {
  const releases = { versions: { '1.4.0': {}, '1.5.0': {}, '1.6.0': {} } }
  const runtime = pin('linux-x64', '1.4.0', 'workerd')
  const cases = [
    [typesOf('5.4.0', '5.5.0', '5.6.0'), '1.6.0', '5.6.0'],
    [typesOf('5.4.0', '5.5.0', '5.7.0'), '1.5.0', '5.5.0'],
    [typesOf('5.4.0'), '1.4.0', '5.4.0'],
  ] as const
  for (const [types, version, typesVersion] of cases) {
    const choice = chooseVersion(runtime, releases, types)
    assert.equal(choice.next, version)
    assert.equal(chooseTypes(pin(null, '5.4.0', 'types'), types, choice).next, typesVersion)
  }
  const [types] = cases[1]
  const choice = chooseVersion(runtime, releases, types)
  assert.deepEqual(remarksOn([choice, chooseTypes(pin(null, '5.5.0', 'types'), types, choice)]), [
    'workerd-linux-x64 goes to 1.5.0, not 1.6.0: a runtime and its types change together.',
    'types stays at 5.5.0, not 5.7.0: a runtime and its types change together.',
  ])
})
