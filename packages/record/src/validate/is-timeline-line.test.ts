import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTimelines } from '../files/read-timeline.ts'
import type { TimelineLine } from '../timeline.ts'
import { isTimelineLine } from './is-timeline-line.ts'

const kept = readTimelines(fileURLToPath(new URL('../../../../results/timeline', import.meta.url)))
const lines = kept.flatMap(file => file.lines)

function withField(kind: string, change: Readonly<Record<string, unknown>>): unknown {
  const line: TimelineLine | undefined = lines.find(one => kind in one)
  assert.ok(line !== undefined, kind)
  return { ...line, ...change }
}

test('each kept line is a line of a timeline', () => {
  assert.deepEqual(
    lines.filter(line => !isTimelineLine(line)),
    [],
  )
  assert.ok(isTimelineLine(withField('logs', { params: { size: 1, name: 'a', deep: true } })))
})

const WRONG: readonly (readonly [string, unknown])[] = [
  ['nothing', null],
  ['text', 'logs'],
  ['a list', lines.slice(0, 1)],
  ['a number that is infinite', withField('logs', { estimator: Number.POSITIVE_INFINITY })],
  ['logs that hold text', withField('logs', { logs: [1, '2'] })],
  ['a log beyond every clock', withField('logs', { logs: [1, -1e7] })],
  ['a share above 1', withField('logs', { driftingShare: 1.5 })],
  ['an allowance below 0', withField('logs', { biasAllowance: -0.1 })],
  ['no logs', withField('logs', { logs: null })],
  ['parameters that hold parameters', withField('logs', { params: { a: {} } })],
  ['a release without its day', withField('logs', { base: { version: '1.0.0', engine: null } })],
  ['an instant of no calendar', withField('logs', { at: 'today' })],
  [
    'a day of no calendar',
    withField('logs', { head: { version: '1.0.0', engine: null, date: '2026-13-01' } }),
  ],
  ['a step that is a gap too', withField('logs', { gap: 'none' })],
  ['a cause whose function has no time', withField('good', { functions: [{ name: 'a', baseNs: 1 }] })],
]

test('nothing else is one', () => {
  for (const [what, value] of WRONG) assert.equal(isTimelineLine(value), false, what)
})

type Line = Readonly<Record<string, unknown>>

const MAY_BE_NULL = ['fault', 'unfound', 'unprofiled']

test('a line of each kind has all of its fields, each as it has to be, and no others', () => {
  const step = withField('logs', {}) as Line
  const { base, head, logs, driftingShare, biasAllowance, fault, ...key } = step
  const gap: Line = { ...key, release: base, gap: 'no such API' }
  for (const line of [step, gap, withField('good', {}) as Line]) {
    assert.equal(isTimelineLine(line), true)
    assert.equal(isTimelineLine({ ...line, more: 1 }), false)
    for (const name of Object.keys(line)) {
      const { [name]: _, ...others } = line
      assert.equal(isTimelineLine(others), false, `no ${name}`)
      assert.equal(isTimelineLine({ ...line, [name]: [[]] }), false, `a list as ${name}`)
      assert.equal(isTimelineLine({ ...line, [name]: null }), MAY_BE_NULL.includes(name), `null as ${name}`)
    }
  }
})
