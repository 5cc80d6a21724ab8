import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TargetRecord } from '@steelyard/record'
import { sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { isOfBuilds, sentName, withoutPlaces } from './sent-names.ts'

const HASH = 'ab'.repeat(32)
test('withoutPlaces calls builds as jobs do', () => {
  assert.equal(
    withoutPlaces(`Cannot run node~x=/home/me/.cache/steelyard/sent-builds/${HASH}/node: it ended.`),
    `Cannot run node~x=${sentName(HASH)}: it ended.`,
  )
  assert.equal(withoutPlaces('Nothing was measured.'), 'Nothing was measured.')
})

test('isOfBuilds wants the builds of the job and no others', () => {
  const [target] = sampleTargetsRecord().targets as [TargetRecord]
  const [release, build, other] = (['cd', 'ab', 'ef'] as const).map(byte => byte.repeat(32))
  const has = (
    command: readonly string[],
    ...targets: readonly (readonly ['npm' | 'path', string | undefined])[]
  ) =>
    isOfBuilds({
      command,
      targets: targets.map(([source, sha256 = '']) => ({ ...target, binary: { source, sha256, elf: null } })),
    })
  for (const text of [`node=sha256:${build}`, `A='b c' node~x-1.y=sha256:${build} --flag='d e'`]) {
    for (const option of ['runtime', 'base', 'head', 'base-rebuilt']) {
      const job = [`sha256:${'01'.repeat(32)}`, '--base=node@26.10.0', `--${option}=${text}`, '--seed=1']
      assert.ok(has(job, ['npm', release], ['path', build]))
      assert.ok(!has(job, ['npm', release], ['npm', other]), 'releases alone')
      assert.ok(!has(job, ['npm', release], ['path', other]))
      assert.ok(!has(job, ['npm', release], ['path', build], ['path', other]))
    }
  }
  assert.ok(has(['trig', '--runtime=node@26.10.0'], ['npm', release]))
  assert.ok(!has(['trig', '--runtime=node@26.10.0'], ['path', build]))
  assert.ok(!has([`sha256:${build}`, '--runtime=node@26.10.0'], ['path', build]), 'a suite is no build')
})
