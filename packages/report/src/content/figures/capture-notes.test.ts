import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CauseRecord, ProfileRecord } from '@steelyard/record'
import { profileSample } from '../../../../record/src/fixtures/profile-sample.ts'
import { costNote, filesNotes, nativeNotes } from './capture-notes.ts'

const text = (phrase: readonly unknown[]) =>
  phrase.map(part => (typeof part === 'string' ? part : (part as { readonly text: string }).text)).join('')

const [cause] = profileSample().causes
const [base, head] = profileSample().profiles.map(
  (profile): ProfileRecord => ({ ...profile, native: null, nativeMissing: null }),
)
if (cause === undefined || base === undefined || head === undefined) throw new Error('no sample')

test('the cost of sampling is shown for each sampled target', () => {
  const own =
    'From 2 launches of each side, whose times are not kept. While sampled, iterations took 1.02 to 1.25 times as long as just before'
  assert.equal(text(costNote([base, head])), `${own}.`)
  const [first] = base.launches
  assert.ok(first)
  assert.match(text(costNote([head, { ...base, launches: [first] }])), /^From 1 to 2 launches of each side/)
  const launch = { iterationNs: 1, slowdown: 1.5, samples: 9, places: [], files: [], self: [], below: [] }
  assert.equal(
    text(costNote([{ ...base, native: { intervalUs: 200, stacks: [], launches: [launch] } }, head])),
    `${own}, and while perf sampled, in as many more launches, 1.50.`,
  )
})

test('where native functions are missing, the reason stands once', () => {
  const notes = (more: Partial<CauseRecord>, sides: readonly ProfileRecord[], hasV8: boolean) =>
    nativeNotes({ ...cause, ...more }, sides, hasV8).map(text)
  const stripped = { code: 'no-symbols' }
  const sides = [
    { ...base, nativeMissing: stripped },
    { ...head, nativeMissing: stripped },
  ]
  assert.deepEqual(notes({}, sides, false), [
    `Native functions of ${base.target}, ${head.target} are not shown: the binary was stripped of their names.`,
  ])
  assert.deepEqual(
    notes({}, [base, { ...head, nativeMissing: { code: 'perf-failed', message: 'ended: no' } }], false),
    [`Native functions of ${head.target} are not shown: perf ended: no.`],
  )
  assert.match(notes({}, [base, head], true).join(), /^V8's profiler shows [^,]+, such as JSON\.parse/)
  assert.match(notes({ sampler: 'perf' }, [base, head], true).join(), /^Rows are by Linux perf/)
  assert.deepEqual(notes({}, [{ ...base, nativeMissing: { code: 'of-the-future' } }], false), [
    `Native functions of ${base.target} are not shown: of-the-future.`,
  ])
})

test('the folder of kept profiles is shown where there is one', () => {
  assert.match(text(filesNotes([base, head])[0] ?? []), /next to the record, in sample\.profiles\//)
  const without = ({ launches, ...profile }: ProfileRecord) => ({
    ...profile,
    launches: launches.map(launch => ({ ...launch, files: [] })),
  })
  assert.deepEqual(filesNotes([without(base), without(head)]), [])
})
