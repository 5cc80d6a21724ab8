import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from '@steelyard/launcher'
import { versionsBetween, withoutBackports } from './bisect-task.ts'
import { evenlySpread, releaseOf } from './releases.ts'

const PUBLISHED = ['24.8.0', '24.9.0', '25.0.0', '25.1.0', '26.0.0']

test('versionsBetween has every release from one to the other, in the order of their numbers', () => {
  assert.deepEqual(versionsBetween(PUBLISHED, '24.9.0', '26.0.0'), PUBLISHED.slice(1))
  assert.deepEqual(versionsBetween(PUBLISHED, '25.0.0', '25.0.0'), ['25.0.0'])
})

test('versionsBetween says which ends to swap, and what is not published', () => {
  assert.match(`${versionsBetween(PUBLISHED, '26.0.0', '24.8.0')}`, /^good is the newer one\. Swap the two/)
  assert.match(`${versionsBetween(PUBLISHED, '24.8.0', '27.0.0')}`, /^the registry has no release 27\.0\.0/)
})

test('versionsBetween takes no prerelease', () => {
  const why = versionsBetween(PUBLISHED, '24.8.0', '26.1.0-rc.1')
  assert.equal(why, '26.1.0-rc.1 is a prerelease. Name releases.')
})

test('withoutBackports leaves out what came after a later release, but for the ends', () => {
  const dates: Record<string, string> = {
    ...{ '24.8.0': '2025-09-10', '24.9.0': '2025-09-25', '24.10.0': '2025-11-01', '24.11.0': '2026-06-01' },
    ...{ '25.0.0': '2025-10-15', '25.2.0': '2026-05-20', '26.0.0': '2026-05-05' },
  }
  const kept = (versions: string[]) => withoutBackports(versions, version => dates[version] ?? null)
  assert.deepEqual(kept(['24.8.0', '24.9.0', '24.10.0', '24.11.0', '25.0.0']), ['24.8.0', '24.9.0', '25.0.0'])
  const later = kept(['24.11.0', '25.0.0', '25.1.0', '25.2.0', '26.0.0'])
  assert.deepEqual(later, ['24.11.0', '25.0.0', '25.1.0', '26.0.0'])
  assert.deepEqual(kept(['25.0.0']), ['25.0.0'])
})

test('evenlySpread keeps the first and the last', () => {
  assert.deepEqual(evenlySpread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3), [0, 5, 10])
  assert.deepEqual(evenlySpread([0, 1, 2, 3], 4), [0, 1, 2, 3])
  assert.deepEqual(evenlySpread([0, 1], 12), [0, 1])
  assert.deepEqual(evenlySpread([7], 3), [7])
})

test('releaseOf keeps flags and variables', () => {
  const spec = parseTarget(`A='x y' node@20 --no-opt --title="it's"`)
  const { version, target } = releaseOf(spec, '20.3.1')
  assert.equal(version, '20.3.1')
  const { text: _, version: __, ...kept } = parseTarget(target)
  const { text: ___, version: ____, ...before } = spec
  assert.deepEqual(kept, before)
  assert.match(target, /node@20\.3\.1/)
})
