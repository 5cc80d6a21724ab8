import { suite } from 'steelyard'
import { seeded } from '../inputs/seeded.ts'
import { haversineKilometres } from './haversine.ts'
import { chordKilometres, cosine, sine, tangent } from './reference.ts'

const COUNT = 4096
// The loop of the published benchmark runs to 100,000,000 by 1; this one covers the same range in 5,000 steps.
const LOOP_END = 100_000_000
const LOOP_STEP = 20_000

/** What the cases compute on. */
interface Inputs {
  /** Angles within ±π/4, which no implementation needs to reduce. */
  readonly small: Float64Array
  /** Whole numbers from 100,000 to 1,000,000,000, which have to be reduced by many multiples of π/2. */
  readonly large: Float64Array
  /** Latitude and longitude of each place, in degrees. */
  readonly places: Float64Array
}

export default suite({
  name: 'trig',
  question:
    'How fast are the trigonometric functions, for angles that need reducing and for those that do not?',
  tags: ['math'],
  setup: (): Inputs => {
    const random = seeded(1)
    return {
      small: new Float64Array(COUNT).map(() => ((random() * 2 - 1) * Math.PI) / 4),
      large: new Float64Array(COUNT).map(() => Math.floor(1e5 + random() * (1e9 - 1e5))),
      places: new Float64Array(2 * 64).map((_, i) =>
        i % 2 === 0 ? random() * 140 - 70 : random() * 360 - 180,
      ),
    }
  },
  compare: 'targets',
  baseline: 'sin-small',
  cases: {
    'sin-small': ({ small }) => sumOfSines(small),
    'sin-large': ({ large }) => sumOfSines(large),
    'cos-small': ({ small }) => sumOfCosines(small),
    'cos-large': ({ large }) => sumOfCosines(large),
    'tan-small': ({ small }) => sumOfTangents(small),
    'tan-large': ({ large }) => sumOfTangents(large),
    'sine-loop': () => {
      let sum = 0
      for (let i = 0; i < LOOP_END; i += LOOP_STEP) sum += Math.sin(Math.PI * i) * Math.cos(Math.PI * i)
      return sum
    },
    'realistic-math': ({ places }) => haversineKilometres(places),
  },
  expected: ({ small, large, places }, caseId) => {
    switch (caseId) {
      case 'sine-loop':
        return total(loopAngles().map(x => sine(x) * cosine(x)))
      case 'realistic-math':
        return chordKilometres(places)
      default: {
        const [name, range] = caseId.split('-')
        const one = { sin: sine, cos: cosine, tan: tangent }[name as 'sin' | 'cos' | 'tan']
        return total(Array.from(range === 'small' ? small : large, one))
      }
    }
  },
})

// Indexed loops, because for…of over a Float64Array can cost as much as a sine.

function sumOfSines(angles: Float64Array): number {
  let sum = 0
  for (let i = 0; i < angles.length; i++) sum += Math.sin(angles[i] as number)
  return sum
}

function sumOfCosines(angles: Float64Array): number {
  let sum = 0
  for (let i = 0; i < angles.length; i++) sum += Math.cos(angles[i] as number)
  return sum
}

function sumOfTangents(angles: Float64Array): number {
  let sum = 0
  for (let i = 0; i < angles.length; i++) sum += Math.tan(angles[i] as number)
  return sum
}

function loopAngles(): readonly number[] {
  return Array.from({ length: LOOP_END / LOOP_STEP }, (_, step) => Math.PI * (step * LOOP_STEP))
}

function total(terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + term, 0)
}
