import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timelineLinks } from './timeline-links.ts'

const VERSIONS = ['20.0', '20.1', '20.2', '21.0', '22.0', '22.1']

function linksOf(versions: readonly string[]): string[] {
  return timelineLinks(versions.map(version => [version.split('.')[0] ?? '', version])).map(
    ({ base, head, level }) => `${level}: ${versions[base]} ${versions[head]}`,
  )
}

test('a timeline measures the ends first, then a chain through coarse groups, then through all releases', () => {
  assert.deepEqual(linksOf(VERSIONS), [
    '0: 20.0 22.1',
    ...['1: 20.0 21.0', '1: 21.0 22.0', '1: 22.0 22.1'],
    ...['2: 20.0 20.1', '2: 20.1 20.2', '2: 20.2 21.0'],
  ])
})

test('each link of a timeline names the narrowest one that spans it', () => {
  const links = timelineLinks(VERSIONS.map(version => [version.split('.')[0] ?? '', version]))
  assert.deepEqual(
    links.map(({ parent }) => parent),
    [null, 0, 0, 0, 1, 1, 1],
  )
})

test('two releases are one link, and one is none', () => {
  assert.deepEqual(linksOf(['20.0', '20.1']), ['0: 20.0 20.1'])
  assert.deepEqual(linksOf(['20.0']), [])
})

test('a new release changes the last links alone', () => {
  const before = linksOf(VERSIONS)
  const after = linksOf([...VERSIONS, '22.2'])
  assert.deepEqual(
    after.filter(link => !before.includes(link)),
    ['0: 20.0 22.2', '1: 22.0 22.2', '2: 22.0 22.1', '2: 22.1 22.2'],
  )
})
