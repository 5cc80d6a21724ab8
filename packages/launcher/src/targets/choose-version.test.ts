import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuntimeName } from '@steelyard/runners'
import { nearVersions, newestWanted, readWantedVersion } from './choose-version.ts'

const NODE = ['18.0.0', '22.11.0', '24.9.0', '24.10.0', '24.11.0', '24.11.1', '25.2.0', '26.10.0']
const WORKERD = ['1.20240117.0', '1.20251007.0', '1.20251008.0', '1.20251008.1', '1.20251101.0']

function newest(runtime: RuntimeName, text: string, versions: readonly string[]): string | null {
  return newestWanted(readWantedVersion(runtime, text), versions)
}

test('newestWanted takes the newest that begins with the numbers given', () => {
  assert.equal(newest('node', '24', NODE), '24.11.1')
  assert.equal(newest('node', '24.1', NODE), null, '24.1 is not 24.10')
  assert.equal(newest('node', '24.11', NODE), '24.11.1')
  assert.equal(newest('node', '24.10.0', NODE), '24.10.0')
  assert.equal(newest('node', '2', NODE), null)
  assert.equal(newest('node', 'latest', NODE), '26.10.0')
})

test('newestWanted knows the LTS releases of Node, and not the earlier ones of their line', () => {
  assert.equal(newest('node', 'lts', NODE), '24.11.1')
  assert.equal(newest('node', 'lts', ['22.10.0', '22.11.0', '24.10.0', '25.9.0']), '22.11.0')
  assert.equal(newest('node', 'lts', [...NODE, '26.13.0']), '26.13.0')
  assert.equal(newest('node', 'lts', ['24.999.0']), '24.999.0')
})

test('newestWanted reads versions of workerd as days and months too', () => {
  assert.equal(newest('workerd', '1.20251008', WORKERD), '1.20251008.1')
  assert.equal(newest('workerd', '1.20251008.0', WORKERD), '1.20251008.0')
  assert.equal(newest('workerd', '2025-10', WORKERD), '1.20251008.1')
  assert.equal(newest('workerd', '2025-10-07', WORKERD), '1.20251007.0')
  assert.equal(newest('workerd', '2025-10-09', WORKERD), null)
})

test('readWantedVersion separates exact versions from others and reports what it cannot read', () => {
  assert.equal(readWantedVersion('node', '24.10.0').isExact, true)
  assert.equal(readWantedVersion('deno', '2.0.0-rc.1').isExact, true)
  assert.equal(readWantedVersion('node', '24.10').isExact, false)
  const bad: [RuntimeName, string][] = [
    ['deno', 'lts'],
    ['node', 'v24'],
    ['node', '>=24'],
    ['node', '24.x'],
    ['node', '2025-10'],
    ['bun', '1.2.3.4'],
    ['node', '../24'],
  ]
  for (const [runtime, text] of bad) {
    assert.throws(() => readWantedVersion(runtime, text), {
      name: 'SyntaxError',
      message: /^Cannot read the version .* Write one as 1, 1\.2, 1\.2\.3, latest.*\.$/,
    })
  }
})

test('nearVersions names the neighbours of a missing version', () => {
  const near = (runtime: RuntimeName, text: string, versions: readonly string[]) =>
    nearVersions(readWantedVersion(runtime, text), versions)
  assert.deepEqual(near('node', '24.10.7', NODE), ['24.9.0', '24.10.0', '24.11.0', '24.11.1'])
  assert.deepEqual(near('node', '99', NODE), ['25.2.0', '26.10.0'])
  assert.deepEqual(near('node', '4.0.0', NODE), ['18.0.0', '22.11.0'])
  assert.deepEqual(near('workerd', '2025-10-20', WORKERD), ['1.20251008.0', '1.20251008.1', '1.20251101.0'])
})
