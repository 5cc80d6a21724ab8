import { axisX, gridX } from '@observablehq/plot'
import { color } from './palette.ts'
import { logTicks } from './ticks.ts'

const MOST_TICKS = 6
/** No axis goes further: its ends would have no finite quotient. */
const FURTHEST = 1e100

/** Returns a domain with some room at both ends of its values, all above 0. */
export function logDomain(values: readonly number[], share = 0.04): [number, number] {
  const least = Math.min(...values)
  const most = Math.max(0, ...values)
  if (!(least > 0)) return [0.5, 2]
  const room = Math.max((most / least) ** share, 1.0001)
  return [Math.max(least / room, 1 / FURTHEST), Math.min(most * room, FURTHEST)]
}

export function logAxisX([least, most]: readonly [number, number], label: string) {
  const ticks = logTicks(least, most, MOST_TICKS)
  return {
    grid: gridX(ticks, { stroke: color('line'), strokeOpacity: 1 }),
    axis: axisX(ticks, {
      text: ratioTick,
      tickSize: 4,
      label,
      labelAnchor: 'center',
      labelArrow: 'none',
      color: color('quiet'),
    }),
  }
}

/** Returns a ratio as the name of a tick: `1.05×`. */
export function ratioTick(ratio: number): string {
  return `${Number(ratio.toPrecision(4))}×`
}
