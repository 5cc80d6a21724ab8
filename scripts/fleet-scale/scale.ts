import type { Measured } from './measure.ts'

/** What is kept of a run. */
export interface Scale {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly versions: Readonly<Record<string, string>>
  readonly cpuId: string | null
  readonly cpuModel: string
  readonly cores: number
  readonly seconds: number
  readonly cells: readonly Measured[]
}

/** The sweep over connections. */
export function sweepOf({ cells }: Scale): Measured[] {
  return cells.filter(({ name }) => name.endsWith(' connections'))
}

export function burstsOf({ cells }: Scale): Measured[] {
  return cells.filter(({ kind }) => kind === 'burst')
}

/** At one number of connections, one thing moved at a time; the first has nothing moved. */
export function movedOf(scale: Scale): Measured[] {
  const others = [...sweepOf(scale), ...burstsOf(scale)]
  return scale.cells.filter(cell => !others.includes(cell))
}

/** From how many connections on there are nine tenths of the most jobs a second that there are at all. */
export function kneeOf(scale: Scale): Measured | undefined {
  const most = Math.max(...sweepOf(scale).map(({ jobsASecond }) => jobsASecond))
  return sweepOf(scale).find(({ jobsASecond }) => jobsASecond >= 0.9 * most)
}
