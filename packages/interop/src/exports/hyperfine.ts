import type { ResultRecord } from '@steelyard/record'
import { mean, median, standardDeviation } from '@steelyard/stats'
import { exportable, resultName } from './entries.ts'
import type { Exporter } from './exporter.ts'
import { launchValues } from './launch-values.ts'

const SECONDS_PER_NS = 1e-9

/**
 * What hyperfine's `--export-json` writes, as far as a record has it: seconds per iteration, one of `times` for each
 * launch. There is no `user`, `system` or `exit_codes`: the record has the CPU time of an iteration as one number.
 */
export const hyperfine: Exporter = {
  needsUniqueNames: true,
  write: records => {
    const results = records.flatMap(record => exportable(record)).flatMap(entryOf)
    return [`${JSON.stringify({ results }, null, 2)}\n`]
  },
}

function entryOf(result: ResultRecord) {
  const times = launchValues(result).map(({ wallNs }) => wallNs * SECONDS_PER_NS)
  if (times.length === 0) return []
  return [
    {
      command: resultName(result),
      mean: mean(times),
      stddev: times.length < 2 ? null : standardDeviation(times),
      median: median(times),
      min: Math.min(...times),
      max: Math.max(...times),
      times,
      parameters: Object.fromEntries(
        Object.entries({ ...result.params, target: result.target }).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
    },
  ]
}
