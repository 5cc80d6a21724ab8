/**
 * Sine, cosine and tangent without the engine's: the angle is reduced exactly with BigInt, then a Taylor series
 * is summed. Right to the last digits and far too slow to measure.
 */

// π to 60 decimals as a fraction of 2^200.
const SCALE = 200n
const PI = (3141592653589793238462643383279502884197169399375105820974944n << SCALE) / 10n ** 60n
const QUARTER = PI / 2n
// A double of 0.5 or more has at most 53 bits behind the point.
const FRACTION = 53n

/** Returns the sine of an angle in radians. */
export function sine(angle: number): number {
  const { quarter, rest } = reduce(angle)
  const value = quarter % 2 === 0 ? sineSeries(rest) : cosineSeries(rest)
  return quarter < 2 ? value : -value
}

/** Returns the cosine of an angle in radians. */
export function cosine(angle: number): number {
  const { quarter, rest } = reduce(angle)
  const value = quarter % 2 === 0 ? cosineSeries(rest) : sineSeries(rest)
  return quarter === 0 || quarter === 3 ? value : -value
}

/** Returns the tangent of an angle in radians. */
export function tangent(angle: number): number {
  return sine(angle) / cosine(angle)
}

/** Returns which quarter turn an angle is nearest to (0 to 3) and how far it is from it, within ±π/4. */
function reduce(angle: number): { quarter: number; rest: number } {
  if (Math.abs(angle) < 0.75) return { quarter: 0, rest: angle }
  const scaled = BigInt(angle * 2 ** Number(FRACTION)) << (SCALE - FRACTION)
  const turns = (2n * scaled + (scaled < 0n ? -QUARTER : QUARTER)) / (2n * QUARTER)
  const rest = Number(scaled - turns * QUARTER) / 2 ** Number(SCALE)
  return { quarter: Number(((turns % 4n) + 4n) % 4n), rest }
}

function sineSeries(x: number): number {
  return series(x, x, 2)
}

function cosineSeries(x: number): number {
  return series(x, 1, 1)
}

/** Returns first − first·x²/(n(n+1)) + …, smallest terms added first. */
function series(x: number, first: number, n: number): number {
  const terms = [first]
  for (let k = n, term = first; terms.length < 12; k += 2) {
    term *= -(x * x) / (k * (k + 1))
    terms.push(term)
  }
  return terms.reduceRight((sum, term) => sum + term, 0)
}

const EARTH_RADIUS_KM = 6371

/** Returns the sum of the distances between all pairs of places, from the straight lines through the earth. */
export function chordKilometres(places: Float64Array): number {
  const points = Array.from({ length: places.length / 2 }, (_, i) =>
    point(places[2 * i] ?? 0, places[2 * i + 1] ?? 0),
  )
  let sum = 0
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) {
      const chord = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
      sum += 2 * EARTH_RADIUS_KM * Math.asin(chord / 2)
    }
  })
  return sum
}

function point(latitude: number, longitude: number): { x: number; y: number; z: number } {
  const up = (latitude * Math.PI) / 180
  const round = (longitude * Math.PI) / 180
  return { x: cosine(up) * cosine(round), y: cosine(up) * sine(round), z: sine(up) }
}
