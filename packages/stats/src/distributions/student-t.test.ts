import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { studentCdf, studentQuantile } from './student-t.ts'

// Printed by scripts/student-t-reference.py: [t, df, P(T <= t)].
const PROBABILITIES = [
  [-9, 1, 0.0352232874772773],
  [-9, 2.5, 0.00287395309180403],
  [-9, 9.37, 3.24743884914308e-6],
  [-9, 30, 2.50741595807394e-10],
  [-9, 400, 4.61573149280722e-18],
  [-6.5, 1, 0.0485897903475289],
  [-6.5, 2.5, 0.00631437105378124],
  [-6.5, 9.37, 4.6437026196388e-5],
  [-6.5, 30, 1.73902354398601e-7],
  [-6.5, 400, 1.1974859339412e-10],
  [-2, 1, 0.147583617650433],
  [-2, 2.5, 0.078695747878983],
  [-2, 9.37, 0.0376511875509558],
  [-2, 30, 0.0273125224814916],
  [-2, 400, 0.0230879725867841],
  [-0.3, 1, 0.407226420922258],
  [-0.3, 2.5, 0.393671185747599],
  [-0.3, 9.37, 0.385363210390056],
  [-0.3, 30, 0.383123052642176],
  [-0.3, 400, 0.382166497770012],
  [0.01, 1, 0.503182992764908],
  [0.01, 2.5, 0.503618002821046],
  [0.01, 9.37, 0.503884511350007],
  [0.01, 30, 0.503956253713411],
  [0.01, 400, 0.503986863582427],
  [1, 1, 0.75],
  [1, 2.5, 0.797969486360863],
  [1, 9.37, 0.828783008718409],
  [1, 30, 0.837345692286985],
  [1, 400, 0.841042471781243],
  [5, 1, 0.937167041810999],
  [5, 2.5, 0.988274405014569],
  [5, 9.37, 0.99967284973933],
  [5, 30, 0.999988351657266],
  [5, 400, 0.999999570258744],
] as const

// Printed by the same script: [p, df, t].
const QUANTILES = [
  [0.501, 2.5, 0.00276389626906538],
  [0.501, 9, 0.00257709089317791],
  [0.501, 11, 0.00256417297469182],
  [0.501, 60.5, 0.00251700990114778],
  [0.975, 2.5, 3.57465484200368],
  [0.975, 9, 2.26215716279821],
  [0.975, 11, 2.20098516009164],
  [0.975, 60.5, 1.99995786231449],
  [0.985, 2.5, 4.49303646522044],
  [0.985, 9, 2.5738039775468],
  [0.985, 11, 2.49066393330793],
  [0.985, 60.5, 2.2224767555851],
  [0.99999, 2.5, 87.6432868566619],
  [0.99999, 9, 8.10205787939482],
  [0.99999, 11, 7.09735555914704],
  [0.99999, 60.5, 4.62800517682338],
] as const

function assertClose(actual: number, expected: number, relative: number): void {
  assert.ok(Math.abs(actual - expected) <= relative * Math.abs(expected), `${actual} is not near ${expected}`)
}

test('studentCdf agrees with 12 digits of the reference, tails included', () => {
  for (const [t, df, probability] of PROBABILITIES) assertClose(studentCdf(t, df), probability, 1e-12)
})

test('studentCdf is the closed form for one and two degrees of freedom', () => {
  for (const t of [-1e6, -3, -0.1, 0, 0.7, 20]) {
    const tail = Math.atan2(1, Math.abs(t)) / Math.PI
    assertClose(studentCdf(t, 1), t > 0 ? 1 - tail : tail, 1e-12)
    assertClose(studentCdf(t, 2), 1 / 2 + t / (2 * Math.sqrt(2 + t * t)), Math.abs(t) > 100 ? 1e-3 : 1e-12)
  }
})

test('studentCdf approaches the normal distribution for many degrees of freedom', () => {
  assert.ok(Math.abs(studentCdf(1.959963984540054, 1e7) - 0.975) < 1e-7)
})

test('studentCdf takes infinite t and refuses what is no number', () => {
  assert.equal(studentCdf(-Infinity, 3), 0)
  assert.equal(studentCdf(Infinity, 3), 1)
  assert.throws(() => studentCdf(Number.NaN, 3), RangeError)
  for (const df of [0, 0.5, -1, Number.NaN, Infinity]) assert.throws(() => studentCdf(1, df), RangeError)
})

test('studentQuantile agrees with 11 digits of the reference', () => {
  for (const [p, df, t] of QUANTILES) {
    assertClose(studentQuantile(p, df), t, 1e-11)
  }
})

test('studentQuantile agrees with printed tables', () => {
  assert.equal(studentQuantile(0.975, 1).toFixed(3), '12.706')
  assert.equal(studentQuantile(0.975, 4).toFixed(3), '2.776')
  assert.equal(studentQuantile(0.95, 10).toFixed(3), '1.812')
  assert.equal(studentQuantile(0.995, 30).toFixed(3), '2.750')
})

test('studentQuantile undoes studentCdf and mirrors around one half', () => {
  const probability = fc.double({ min: 1e-9, max: 0.499, noNaN: true })
  const df = fc.double({ min: 1, max: 500, noNaN: true })
  fc.assert(
    fc.property(probability, df, (p, degrees) => {
      const t = studentQuantile(p, degrees)
      assertClose(studentCdf(t, degrees), p, 1e-11)
      assertClose(studentQuantile(1 - p, degrees), -t, 1e-6)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('studentQuantile is exactly 0 at one half and refuses 0, 1 and NaN', () => {
  assert.equal(Math.abs(studentQuantile(0.5, 7)), 0)
  for (const p of [0, 1, -0.1, Number.NaN]) assert.throws(() => studentQuantile(p, 7), RangeError)
})
