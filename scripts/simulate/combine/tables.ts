import type { Cell, Table } from './cells.ts'

/** A column of a table: its head, and what it says of a cell. */
type Column = readonly [head: string, textOf: (cell: Cell) => string]

type Counts = Cell['counts']

const WORLD: readonly Column[] = [
  ['world', ({ label }) => label],
  ['K', ({ cpus }) => String(cpus)],
]
const COMBINED: Column = ['combined', ({ counts }) => share(counts.covered, counts.combined)]
const HALF_WIDTH: Column = ['half-width', ({ counts }) => percent(counts.halfWidths / counts.combined)]
const NEW_CPU: Column = ['a new cpuId', ({ counts }) => share(counts.newCovered, counts.predicted)]
const WITHOUT_SESSIONS: readonly Column[] = [
  ofRuns('launches as one', 'launchesPooled'),
  ofRuns('fixed effect', 'fixedEffect'),
  ofRuns('DerSimonian–Laird', 'derSimonianLaird'),
]

export function coverageTable({ cells }: Table): string {
  return tableOf(cells, [
    ...WORLD,
    COMBINED,
    HALF_WIDTH,
    NEW_CPU,
    ['not approximate', ({ counts }) => often(counts.newCoveredWell, counts.predictedWell, counts.runs)],
    ofRuns('τ', 'tauCovered'),
    ...WITHOUT_SESSIONS,
  ])
}

export function findingTable({ cells }: Table): string {
  return tableOf(cells, [
    ...WORLD,
    ofRuns('depends', 'depends'),
    ofRuns('of which false', 'falseDepends'),
    ofRuns('false, sessions left out', 'falseNaiveDepends'),
    ofRuns('false same direction', 'falseSameDirection'),
    ofRuns('same', 'sameWithin'),
    ofRuns('size differs', 'sizeDiffers'),
    ofRuns('false of not seen', 'falseUnseen'),
  ])
}

export function worstTable({ cells }: Table): string {
  return tableOf(cells, [
    ...WORLD,
    ofRuns('false depends', 'falseDepends'),
    ofRuns('sessions left out', 'falseNaiveDepends'),
    ofRuns('false same direction', 'falseSameDirection'),
    ofRuns('false same', 'falseSameWithin'),
  ])
}

export function powerTable({ cells }: Table): string {
  return tableOf(cells, [
    ...WORLD,
    ofRuns('depends', 'depends'),
    ofRuns('same direction', 'sameDirection'),
    ofRuns('size differs', 'sizeDiffers'),
    ofRuns('of not seen', 'unseen'),
    ofRuns('nearly all', 'nearlyAll'),
  ])
}

export function hardTable({ cells }: Table): string {
  return tableOf(cells, [
    ...WORLD,
    COMBINED,
    NEW_CPU,
    ofRuns('false depends', 'falseDepends'),
    ofRuns('sessions left out', 'falseNaiveDepends'),
    ofRuns('false of not seen', 'falseUnseen'),
    ...WITHOUT_SESSIONS,
  ])
}

export function stoppedTable({ cells }: Table): string {
  return tableOf(cells, [
    ['from', ({ cpus }) => String(cpus)],
    ['cpuIds in the end', ({ counts }) => (counts.cpus / counts.runs).toFixed(1)],
    COMBINED,
    HALF_WIDTH,
    ofRuns('false of not seen', 'falseUnseen'),
  ])
}

/** Returns a column with the share of the runs in which something was so. */
function ofRuns(head: string, count: keyof Counts): Column {
  return [head, ({ counts }) => share(counts[count], counts.runs)]
}

function tableOf(cells: readonly Cell[], columns: readonly Column[]): string {
  return table(
    columns.map(([head]) => head),
    cells.map(cell => columns.map(([, textOf]) => textOf(cell))),
  )
}

export function nameOf({ label, cpus }: Cell): string {
  return `${label}, K = ${cpus}`
}

/** The share, and of how many runs where it is not nearly all. */
function often(count: number, some: number, runs: number): string {
  if (some === 0) return ''
  return some > 0.99 * runs ? share(count, some) : `${share(count, some)} of ${share(some, runs)}`
}

export function share(count: number, runs: number): string {
  return runs === 0 ? '' : percent(count / runs)
}

function percent(value: number): string {
  return `${Number((100 * value).toFixed(2 - Math.min(1, Math.floor(Math.abs(100 * value) / 10))))} %`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
