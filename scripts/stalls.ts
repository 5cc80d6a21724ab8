// What the meter of stalls sees: node scripts/stalls.ts [seconds of each cell] [period in ms]…
// Stalls are made on purpose, at random phases and of 0.1 to 30 ms, on one core that a process keeps busy. That process
// notes when it could not go on, which is the truth. freezer: a control group holds the busy process and the meter. hog: a
// real-time thread above the meter. quota: a limit of CPU time, as containers have. none: only the machine's own. Prints
// Markdown. Needs Linux, the rights of root and control groups of version 1.
import { availableParallelism } from 'node:os'
import {
  allowedCores,
  METER_PERIOD_NS,
  type MeterKind,
  openCoreMeter,
} from '../packages/launcher/src/index.ts'
import { createRandom } from '../packages/stats/src/index.ts'
import { type Recall, recallOf } from './stalls/recall.ts'
import type { StallMaker } from './stalls/stall-makers.ts'

const MAKERS: readonly StallMaker[] = ['none', 'freezer', 'hog', 'quota']
const KINDS: readonly MeterKind[] = ['fifo', 'ordinary']
const SEED = 1

const [seconds = 10, ...periodsMs] = process.argv.slice(2).map(Number)
const periodsNs =
  periodsMs.length > 0 ? periodsMs.map(ms => ms * 1e6) : [METER_PERIOD_NS, 2 * METER_PERIOD_NS]
const [core = 0, ...otherCores] = allowedCores().toReversed()
if (otherCores.length === 0) throw new Error(`needs two cores, has ${availableParallelism()}`)

const meter = openCoreMeter()
const random = createRandom(SEED)
const rows: string[][] = []
for (const maker of MAKERS) {
  for (const kind of KINDS) {
    for (const periodNs of periodsNs) {
      const options = { maker, kind, periodNs, seconds, core, otherCores, random }
      rows.push(rowOf(await recallOf(meter, options)))
    }
  }
}
await meter.close()
process.stdout.write(
  [
    `${new Date().toISOString()}, ${seconds} s a cell, seed ${SEED}, node ${process.version}. Lost: gaps of 0.1 ms and more.`,
    '',
    table([
      [
        'stalls',
        'meter',
        'period',
        'lost',
        'recall',
        'precision',
        'claimed in vain',
        '0.1–0.3 ms',
        '0.3–1',
        '1–3',
        '3–10',
        '10–30',
        '30–',
      ],
      ...rows,
    ]),
  ].join('\n'),
)

function rowOf({ options, kind, watchedNs, classes, claimedNs, falseNs }: Recall): string[] {
  const lostNs = sum(classes.map(each => each.lostNs))
  return [
    options.maker,
    kind ?? 'off',
    `${options.periodNs / 1e6} ms`,
    percent(lostNs / watchedNs),
    percent(sum(classes.map(each => each.claimedNs)) / lostNs),
    percent(1 - falseNs / claimedNs),
    percent(falseNs / watchedNs),
    ...classes.map(each =>
      each.gaps === 0 ? '' : `${percent(each.claimedNs / each.lostNs)} of ${each.gaps}`,
    ),
  ]
}

function table([heading = [], ...lines]: readonly (readonly string[])[]): string {
  return [heading, heading.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %` : ''
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
