import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import { byTarget, type CoverageReason, type CoveredCase } from './coverage.ts'
import { reasonOfGap, reasonOfLoss, reasonOfProblem } from './reason-of.ts'

const SKIPPED: CoverageReason = { fault: 'unsupported', text: 'the file skips it' }

function covered(id: string, ...reasons: readonly (CoverageReason | null)[]): CoveredCase {
  return { id, title: id, configurations: 1, reasons, isUnverified: false }
}

test('byTarget counts files that run whole or in part, cases, and reasons, the one of most files first', () => {
  const gone: CoverageReason = { fault: 'does not load', text: 'gone' }
  const file = (name: string, cases: readonly CoveredCase[], problem: CoverageReason | null = null) => ({
    ...{ file: name, dialect: 'mitata', cases, problem },
  })
  const [node, bun] = byTarget({
    targets: ['node', 'bun'],
    files: [
      file('whole', [covered('a', null, null)]),
      file('part', [covered('a', null, SKIPPED), covered('b', SKIPPED, SKIPPED)]),
      file('none', [covered('a', SKIPPED, { fault: 'throws', text: 'no' })]),
      file('broken', [], gone),
    ],
    others: [],
  })
  assert.deepEqual(node, {
    ...{ target: 'node', wholeFiles: 1, partFiles: 1, cases: 2 },
    reasons: [
      { ...SKIPPED, cases: 2, files: ['part', 'none'] },
      { ...gone, cases: 0, files: ['broken'] },
    ],
  })
  assert.deepEqual(
    [bun?.wholeFiles, bun?.partFiles, bun?.cases, bun?.reasons.map(({ cases }) => cases)],
    [1, 0, 1, [2, 1, 0]],
  )
})

test('what ends, hangs or breaks a file is a reason of its own, without the paths of this run', () => {
  assert.deepEqual(
    reasonOfProblem(
      'Cannot load the suite ./a.mjs: it did not finish loading within 10 s. Correct the file and run again.',
    ),
    {
      fault: 'does not end',
      text: 'it did not finish loading within 10 s',
    },
  )
  assert.equal(
    reasonOfProblem(
      'Cannot load the suite a.mjs: it threw while it was loaded: it exits with code 3. Correct the file and run again.',
    ).fault,
    'exits',
  )
  const thrown = (place: string) =>
    reasonOfProblem(
      `Cannot load the suite a.mjs: it threw while it was loaded: no (${place}). Correct the file and run again.`,
    )
  assert.deepEqual(thrown('a.mjs:1:7'), thrown('lib/b.mjs:20:1'))
  assert.doesNotMatch(thrown('a.mjs:1:7').text, /a\.mjs/)
  assert.equal(
    reasonOfProblem("Cannot define the suite in a.ts:3:16: unknown key 'x'.").text.includes('a.ts'),
    false,
  )
  assert.equal(reasonOfLoss(new LaunchError('crashed', 'exited with code 3 while it ran')).fault, 'exits')
  assert.equal(reasonOfLoss(new LaunchError('crashed', 'was killed by SIGSEGV')).fault, 'crashes')
  assert.equal(reasonOfLoss(new LaunchError('timeout', 'did not end setup')).fault, 'does not end')
  assert.equal(
    reasonOfLoss(
      new LaunchError('failed', "threw: ENOENT: no such file, open '/tmp/x-1/contender-7/words.txt'"),
    ).text,
    "threw: ENOENT: no such file, open 'words.txt'",
  )
  for (const name of ['../../tests/common.js', '@std/testing/mock', 'node:fs/promises']) {
    assert.equal(
      reasonOfProblem(`Cannot load the suite a.mjs: Could not resolve "${name}" (/tmp/x/a.mjs:2:2)`).text,
      `Could not resolve "${name}" (a.mjs:2:2)`,
    )
  }
  assert.equal(
    reasonOfLoss(new LaunchError('failed', 'threw: Cannot find file:///tmp/x/y.mjs, http://127.0.0.1/a/b'))
      .text,
    'threw: Cannot find y.mjs, http://127.0.0.1/a/b',
  )
  assert.deepEqual(reasonOfGap("the file registers another case of that id there, 'x'"), {
    fault: 'is not registered',
    text: 'the file registers another case of that id there',
  })
  assert.deepEqual(reasonOfGap('the file skips it'), SKIPPED)
  assert.equal(reasonOfGap('the file does not load there: it threw: no').fault, 'does not load')
})
