import { suite } from 'steelyard'

const HELD_FOR = 256
const CHURN_ENTRIES = 200_000
const CHURN_STEP = 2000
const COLUMN_LENGTH = 65_536

interface Session {
  readonly id: number
  readonly scopes: readonly number[]
}

interface Entry {
  readonly weight: number
  readonly fields: readonly number[]
}

/** What outlives an iteration. Only the case that needs a part has it filled. */
interface Heap {
  /** The sessions kept by each of the last iterations; the oldest are let go first. */
  readonly held: Session[][]
  /** A large table whose entries are replaced in turn. */
  readonly entries: Entry[]
  /** Where the next replacement begins. */
  cursor: number
}

export default suite({
  name: 'gc-pressure',
  question: 'What does each pattern of allocation cost, and what does a larger young generation change?',
  tags: ['memory'],
  setup: (_params, caseId): Heap => ({
    held: caseId === 'survivors' ? Array.from({ length: HELD_FOR }, () => []) : [],
    entries: caseId === 'old-churn' ? Array.from({ length: CHURN_ENTRIES }, (_, i) => entry(i)) : [],
    cursor: 0,
  }),
  compare: 'targets',
  baseline: 'short-lived',
  memory: true,
  // Each iteration does the same work and returns the same number, whatever the iterations before it left behind.
  cases: {
    'short-lived': () => priceOrders(),
    survivors: heap => keepSomeSessions(heap),
    'old-churn': heap => replaceEntries(heap),
    'large-arrays': () => copyColumns(),
    strings: () => renderRows(),
    closures: () => composeHandlers(),
  },
  expected: (_heap, caseId) => EXPECTED[caseId]?.(),
})

/** The reference outputs, computed without making an object. */
const EXPECTED: Readonly<Record<string, () => number>> = {
  'short-lived': () => 40 * sumTo(100, i => ((i % 7) * (i % 11) > 20 ? (i % 7) * (i % 11) : 0)),
  survivors: () => 2000 + (2000 / 16) * 3,
  'old-churn': () => sumTo(CHURN_STEP, i => i),
  'large-arrays': () => sumTo(2, column => COLUMN_LENGTH + 1 + column),
  strings: () => 501 + sumTo(500, row => 34 + digits(row) + digits(row * 7)),
  closures: () => sumTo(100, chain => chain + sumTo(20, step => step)),
}

function sumTo(end: number, term: (i: number) => number): number {
  let sum = 0
  for (let i = 0; i < end; i++) sum += term(i)
  return sum
}

function digits(value: number): number {
  return value < 10 ? 1 : 1 + digits(Math.floor(value / 10))
}

/** Runs 40 orders of 100 lines through map, filter and reduce: everything is dead at the end of its order. */
function priceOrders(): number {
  let total = 0
  for (let order = 0; order < 40; order++) {
    const lines = []
    for (let i = 0; i < 100; i++) lines.push({ id: i, quantity: i % 7, price: i % 11 })
    total += lines
      .map(({ id, quantity, price }) => ({ id, amount: quantity * price }))
      .filter(({ amount }) => amount > 20)
      .reduce((sum, { amount }) => sum + amount, 0)
  }
  return total
}

/** Makes 2,000 sessions and keeps every sixteenth of them for the next 256 iterations. */
function keepSomeSessions(heap: Heap): number {
  // All are collected first: an engine could otherwise make only those that are kept.
  const sessions: Session[] = []
  for (let id = 0; id < 2000; id++) sessions.push({ id, scopes: [id, id + 1, id + 2] })
  const kept = sessions.filter(({ id }) => id % 16 === 0)
  heap.held[heap.cursor] = kept
  heap.cursor = (heap.cursor + 1) % HELD_FOR
  return kept.reduce((sum, { scopes }) => sum + scopes.length, sessions.length)
}

/** Replaces the 2,000 oldest of 200,000 entries: each lives for 100 iterations and dies in the old generation. */
function replaceEntries(heap: Heap): number {
  let weight = 0
  for (let i = heap.cursor; i < heap.cursor + CHURN_STEP; i++) {
    weight += heap.entries[i]?.weight ?? 0
    heap.entries[i] = entry(i)
  }
  heap.cursor = (heap.cursor + CHURN_STEP) % CHURN_ENTRIES
  return weight
}

function entry(index: number): Entry {
  return { weight: index % CHURN_STEP, fields: [index, index + 1, index + 2, index + 3] }
}

/** Fills and copies two arrays of 65,536 numbers, too large for ordinary pages: half a megabyte each, or a quarter by compressed pointers. */
function copyColumns(): number {
  let sum = 0
  for (let column = 0; column < 2; column++) {
    const values = new Array<number>(COLUMN_LENGTH).fill(column)
    const copy = values.slice()
    copy[0] = 1
    sum += copy.length + (copy[0] ?? 0) + (values[COLUMN_LENGTH - 1] ?? 0)
  }
  return sum
}

/** Builds a page of 500 rows by concatenation, then cuts it into lines. */
function renderRows(): number {
  let page = ''
  for (let row = 0; row < 500; row++) page += `<tr><td>${row}</td><td>order ${row * 7}</td></tr>\n`
  return page.length + page.split('\n').length
}

/** Makes 100 chains of 20 functions, each with a variable of its own and a call of the one before, and runs them. */
function composeHandlers(): number {
  let sum = 0
  for (let chain = 0; chain < 100; chain++) {
    let handler = (value: number) => value
    for (let step = 0; step < 20; step++) {
      const inner = handler
      handler = value => inner(value + step)
    }
    sum += handler(chain)
  }
  return sum
}
