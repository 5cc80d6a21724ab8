/** How long a worker waited for a job (ms). */
interface Lag {
  readonly p50: number
  readonly p95: number
}

/** One measured point: workers that take what waits, or idle ones and then a request with a job for each. */
export interface Measured {
  readonly kind: 'full' | 'burst'
  readonly name: string
  readonly connections: number
  readonly pollMs: number
  readonly recordBytes: number
  readonly jobsASecond: number
  readonly lag: Lag
  /** CPU time of Postgres for a job, with everything that was asked meanwhile (ms). */
  readonly cpuMsAJob: number
  /** CPU time of Postgres for a question that found nothing (ms); null where workers had enough to do. */
  readonly cpuMsAnIdle: number | null
  /** How many cores Postgres and the workers kept busy. */
  readonly serverCores: number
  readonly workerCores: number
  readonly bytesAJob: number
  /** Bytes of the write-ahead log. */
  readonly logBytesAJob: number
}

/** The measured points, as `results/trust/fleet-scale.json` holds them. */
export interface Scale {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly cpuId: string | null
  readonly cores: number
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
