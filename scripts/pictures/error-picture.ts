import { join } from 'node:path'
import { axisX, axisY, dot, ruleY, text } from '@observablehq/plot'
import { draw, schemeFile } from '../../packages/report/src/charts/draw/draw.ts'
import { color } from '../../packages/report/src/charts/draw/palette.ts'
import { quantile } from '../../packages/stats/src/index.ts'
import { readTrialFile } from '../../selfbench/trial-file.ts'

const TRIALS = ['selfbench-turns-trials.jsonl', 'selfbench-turns-60s-trials.jsonl']

const KINDS = [
  { name: 'seven other tools, 20 s', isOurs: false, seconds: 20, stroke: color('workerd') },
  { name: 'Steelyard, 20 s', isOurs: true, seconds: 20, stroke: color('deno') },
  { name: 'Steelyard, 60 s', isOurs: true, seconds: 60, stroke: color('node') },
]
const LEGEND_LINE = 18

/** Returns the picture of docs/trust.md from the trials kept in a folder: how far off each was, by when it began. */
export async function errorPicture(folder: string): Promise<string> {
  const trials = (await Promise.all(TRIALS.map(name => errorsOf(join(folder, name))))).flat()
  const kinds = KINDS.map(({ name, isOurs, seconds, stroke }) => {
    const own = trials.filter(one => one.isOurs === isOurs && one.seconds === seconds)
    const errors = own.map(({ error }) => error)
    const [half, most] = [0.5, 0.95].map(share => percent(quantile(errors, share)))
    return { own, stroke, label: `● ${name}, n=${own.length}: half ≤ ${half}, 95 % ≤ ${most}` }
  })
  const days = trials.map(({ startedAt }) => startedAt.toISOString().slice(0, 10)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const picture = draw('How far off each tool is when it compares equals', {
    width: 832,
    height: 430,
    marginTop: 24 + KINDS.length * LEGEND_LINE,
    marginLeft: 60,
    marginBottom: 44,
    x: { type: 'utc' },
    y: { type: 'log', domain: [1e-4, 2], clamp: true },
    marks: [
      axisX({
        tickFormat: (time: Date) => time.toISOString().slice(11, 16),
        label: `Time (UTC), ${first} to ${last}, at which each of ${trials.length} trials began. The dashed line is 1 %.`,
        labelArrow: 'none',
      }),
      axisY([0.0001, 0.001, 0.01, 0.1, 1], { tickFormat: percent, label: null }),
      ruleY([0.01], { stroke: color('quiet'), strokeDasharray: '5,4' }),
      ...kinds.flatMap(({ own, stroke, label }, index) => [
        dot(own, { x: 'startedAt', y: 'error', r: 3, stroke }),
        text([label], { frameAnchor: 'top-left', dy: (index - KINDS.length) * LEGEND_LINE, fill: stroke }),
      ]),
    ],
  })
  return schemeFile(picture)
}

/** A/A as users of each tool run it: |log ratio| of the statistic that they read first, 0.01 is 1 % off. */
async function errorsOf(file: string) {
  const { headers, trials } = await readTrialFile(file)
  const tools = headers.flatMap(header => header.tools)
  const seconds = headers[0]?.seconds ?? 0
  return trials.flatMap(({ figure, tool, startedAt, outcome }) => {
    const headline = tools.find(one => one.tool === tool)?.headline ?? ''
    const log = outcome?.logRatios[headline]
    if (figure !== 'aa' || log === undefined) return []
    return [{ isOurs: tool === 'steelyard', seconds, startedAt: new Date(startedAt), error: Math.abs(log) }]
  })
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(share < 1 ? 2 : 3))} %`
}
