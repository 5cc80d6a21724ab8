import { checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'

/**
 * Returns the dip of Hartigan and Hartigan (1985): the largest distance between the distribution of the values and the
 * nearest one with a single peak, from 1/2n to 1/4. RangeError if there are no values, or one is not finite.
 */
export function dip(values: readonly number[]): number {
  checkFinite('values', values)
  if (values.length === 0) throw new RangeError('Cannot take the dip of no values.')
  const sorted = Float64Array.from(values).sort()
  const n = sorted.length
  let [from, to] = [0, n - 1]
  let largest = 1
  while (from < to) {
    const below = hull(sorted, from, to, 'below')
    const above = hull(sorted, from, to, 'above')
    const { newFrom, newTo } = widest(sorted, below, above)
    for (let at = from; at <= newFrom; at++) {
      largest = Math.max(largest, at + 1 - heightAt(below, elementAt(sorted, at), 'last'))
    }
    for (let at = newTo; at <= to; at++) {
      largest = Math.max(largest, heightAt(above, elementAt(sorted, at), 'first') - at)
    }
    if (newFrom === from && newTo === to) break
    ;[from, to] = [newFrom, newTo]
  }
  return largest / (2 * n)
}

/** A point of a distribution function, times the number of values. */
interface Vertex {
  readonly x: number
  readonly y: number
  readonly index: number
}

/** Returns the greatest convex function below the distribution between two values, or the least concave one above. */
function hull(sorted: Float64Array, from: number, to: number, side: 'below' | 'above'): Vertex[] {
  const sign = side === 'below' ? 1 : -1
  const vertices: Vertex[] = []
  for (let index = from; index <= to; index++) {
    const point = { x: elementAt(sorted, index), y: side === 'below' ? index : index + 1, index }
    for (;;) {
      const [second, last] = [vertices.at(-2), vertices.at(-1)]
      if (second === undefined || last === undefined) break
      const turn = (last.x - second.x) * (point.y - second.y) - (point.x - second.x) * (last.y - second.y)
      if (sign * turn > 0) break
      vertices.pop()
    }
    vertices.push(point)
  }
  return vertices
}

/** Returns where the two are farthest apart, and the values between which the peak must lie then. */
function widest(sorted: Float64Array, below: readonly Vertex[], above: readonly Vertex[]) {
  let found = { distance: 0, newFrom: 0, newTo: sorted.length - 1 }
  for (const { x, y, index } of below) {
    const distance = heightAt(above, x, 'last') - y
    const next = above.find(vertex => vertex.index >= index)
    if (distance > found.distance && next) found = { distance, newFrom: index, newTo: next.index }
  }
  for (const { x, y, index } of above) {
    const distance = y - heightAt(below, x, 'first')
    const before = below.findLast(vertex => vertex.index <= index)
    if (distance > found.distance && before) found = { distance, newFrom: before.index, newTo: index }
  }
  return found
}

/** Where several vertices have one place, the first or the last counts. */
function heightAt(vertices: readonly Vertex[], x: number, which: 'first' | 'last'): number {
  const at =
    which === 'first' ? vertices.find(vertex => vertex.x === x) : vertices.findLast(vertex => vertex.x === x)
  if (at !== undefined) return at.y
  const after = vertices.findIndex(vertex => vertex.x > x)
  const [left, right] = [vertices[after - 1], vertices[after]]
  if (left === undefined || right === undefined) return vertices.at(-1)?.y ?? 0
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x)
}
