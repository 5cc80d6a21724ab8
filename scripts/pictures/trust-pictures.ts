import { join } from 'node:path'
import { readTrialFile } from '../../selfbench/trial-file.ts'
import { errorSvg, type TrialError } from './error-svg.ts'
import type { Theme } from './terminal-svg.ts'

const TRIALS = ['selfbench-turns-trials.jsonl', 'selfbench-turns-60s-trials.jsonl']

/** A picture of docs/trust.md. */
export interface TrustPicture {
  readonly name: string
  draw(theme: Theme): string
}

/** Returns the pictures of docs/trust.md, from the trials kept in a folder. */
export async function trustPictures(folder: string): Promise<TrustPicture[]> {
  const trials = (await Promise.all(TRIALS.map(name => errorsOf(join(folder, name))))).flat()
  return [{ name: 'error', draw: theme => errorSvg(trials, aboutTrials(trials), theme) }]
}

/** A/A as users of each tool run it, by the statistic that they read first. */
async function errorsOf(file: string): Promise<TrialError[]> {
  const { headers, trials } = readTrialFile(file)
  const tools = headers.flatMap(header => header.tools)
  return trials.flatMap(({ figure, tool, startedAt, outcome }) => {
    const headline = tools.find(one => one.tool === tool)?.headline ?? ''
    const log = outcome?.logRatios[headline]
    if (figure !== 'aa' || log === undefined) return []
    return [
      {
        ...{ isOurs: tool === 'steelyard', seconds: headers[0]?.seconds ?? 0 },
        ...{ startedAt: new Date(startedAt), error: Math.abs(log) },
      },
    ]
  })
}

function aboutTrials(trials: readonly TrialError[]): string {
  const [day] = trials.map(({ startedAt }) => startedAt.toISOString().slice(0, 10)).toSorted()
  return `Time of ${day} (UTC) at which each of ${trials.length} trials began. The dashed line is 1 %.`
}
