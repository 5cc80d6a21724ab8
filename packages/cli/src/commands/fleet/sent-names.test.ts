import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobParts, sentName, withoutPlaces } from './sent-names.ts'

const HASH = 'ab'.repeat(32)
const kindsOf = (suites: readonly string[], runtimes: readonly string[]) =>
  jobParts({ suites, runtimes, flags: [] }).map(({ kind }) => kind)

test('jobParts tells what was sent from what is a path', () => {
  assert.deepEqual(kindsOf(['trig'], ['node@26.10.0']), [])
  assert.deepEqual(kindsOf([sentName(HASH)], [`node~x=${sentName(HASH)}`]), ['suites', 'builds'])
  assert.deepEqual(kindsOf([`${sentName(HASH)}/a-case`], ['node']), ['suites'])
  for (const path of ['./node', `${sentName(HASH)}/../node`, `./${sentName(HASH)}`, 'sha256:ab']) {
    assert.deepEqual(kindsOf(['trig'], [`node=${path}`]), ['paths'], path)
  }
  for (const file of ['./x.ts', `./${sentName(HASH)}`, `${sentName(HASH)}x`]) {
    assert.deepEqual(kindsOf([file], ['node']), ['files'], file)
  }
})

test('jobParts judges flags and variables of a build that was sent', () => {
  const runtimes = [`A=1 node=${sentName(HASH)} --require=./x`]
  assert.deepEqual(kindsOf(['trig'], runtimes), ['flags', 'environment', 'builds'])
})

test('withoutPlaces calls builds as jobs do', () => {
  assert.equal(
    withoutPlaces(`Cannot run node~x=/home/me/.cache/steelyard/sent-builds/${HASH}/node: it ended.`),
    `Cannot run node~x=${sentName(HASH)}: it ended.`,
  )
  assert.equal(withoutPlaces('Nothing was measured.'), 'Nothing was measured.')
})
