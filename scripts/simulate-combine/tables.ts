import type { Cell, Table } from './cells.ts'

export function coverageTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'combined',
      'half-width',
      'a new cpuId',
      'not approximate',
      'τ',
      'launches as one',
      'fixed effect',
      'DerSimonian–Laird',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.covered, counts.combined),
      percent(counts.halfWidths / counts.combined),
      share(counts.newCovered, counts.predicted),
      often(counts.newCoveredWell, counts.predictedWell, counts.runs),
      share(counts.tauCovered, counts.runs),
      share(counts.launchesPooled, counts.runs),
      share(counts.fixedEffect, counts.runs),
      share(counts.derSimonianLaird, counts.runs),
    ]),
  )
}

export function findingTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'depends',
      'of which false',
      'false, sessions left out',
      'false same direction',
      'same',
      'size differs',
      'false of not seen',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.depends, counts.runs),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseSameDirection, counts.runs),
      share(counts.sameWithin, counts.runs),
      share(counts.sizeDiffers, counts.runs),
      share(counts.falseUnseen, counts.runs),
    ]),
  )
}

export function worstTable({ cells }: Table): string {
  return table(
    ['world', 'K', 'false depends', 'sessions left out', 'false same direction', 'false same'],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseSameDirection, counts.runs),
      share(counts.falseSameWithin, counts.runs),
    ]),
  )
}

export function powerTable({ cells }: Table): string {
  return table(
    ['world', 'K', 'depends', 'same direction', 'size differs', 'of not seen', 'nearly all'],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.depends, counts.runs),
      share(counts.sameDirection, counts.runs),
      share(counts.sizeDiffers, counts.runs),
      share(counts.unseen, counts.runs),
      share(counts.nearlyAll, counts.runs),
    ]),
  )
}

export function hardTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'combined',
      'a new cpuId',
      'false depends',
      'sessions left out',
      'false of not seen',
      'launches as one',
      'fixed effect',
      'DerSimonian–Laird',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.covered, counts.combined),
      share(counts.newCovered, counts.predicted),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseUnseen, counts.runs),
      share(counts.launchesPooled, counts.runs),
      share(counts.fixedEffect, counts.runs),
      share(counts.derSimonianLaird, counts.runs),
    ]),
  )
}

export function stoppedTable({ cells }: Table): string {
  return table(
    ['from', 'cpuIds in the end', 'combined', 'half-width', 'false of not seen'],
    cells.map(({ cpus, counts }) => [
      String(cpus),
      (counts.cpus / counts.runs).toFixed(1),
      share(counts.covered, counts.combined),
      percent(counts.halfWidths / counts.combined),
      share(counts.falseUnseen, counts.runs),
    ]),
  )
}

export function nameOf({ label, cpus }: Cell): string {
  return `${label}, K = ${cpus}`
}

/** The share, and of how many runs where it is not nearly all. */
export function often(count: number, some: number, runs: number): string {
  if (some === 0) return ''
  return some > 0.99 * runs ? share(count, some) : `${share(count, some)} of ${share(some, runs)}`
}

export function share(count: number, runs: number): string {
  return runs === 0 ? '' : percent(count / runs)
}

export function percent(value: number): string {
  return `${Number((100 * value).toFixed(2 - Math.min(1, Math.floor(Math.abs(100 * value) / 10))))} %`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
