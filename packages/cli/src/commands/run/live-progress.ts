import { firstCharacters } from '@steelyard/harness/first-characters'
import { type Preparation, suiteSeconds } from '@steelyard/measure'
import { renderLive } from '@steelyard/report'
import type { Progress } from '@steelyard/schedule'
import type { RunCommandOptions } from '../../options/run-options.ts'
import {
  groupText,
  livePairs,
  type ProgressLine,
  progressBar,
  progressText,
  verdictLines,
} from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'

const DEFAULT_ROWS = 24

/**
 * Returns a function that shows how far a suite is: on a terminal the answer as far as it is known, elsewhere a line now and
 * then, and each verdict once.
 */
export function liveProgress(
  { suites, targets }: Pick<Preparation, 'suites' | 'targets'>,
  options: RunCommandOptions,
  line: ProgressLine,
): (suite: string, progress: Progress) => void {
  const timed = suites.map(({ loaded: { description }, plan }) => ({
    name: description.name,
    timeSeconds: suiteSeconds(plan, description, options),
  }))
  const ids = targets.map(({ id }) => id)
  const shown = targets.map(({ id, target }) => ({
    id,
    runtime: target.spec.runtime,
    version: target.version,
    binary: { sha256: target.sha256 },
  }))
  const saying = new Map(suites.map(({ loaded }) => [loaded.description.name, verdictLines()]))
  return (name, progress) => {
    const text = progressText(name, progress, timed)
    const { loaded, plan } = suites.find(each => each.loaded.description.name === name) ?? {}
    if (loaded === undefined || plan === undefined) return line.show(text)
    const pairs = livePairs(progress, plan, ids, options.rules)
    if (!stderr.canOverwrite) {
      for (const verdict of saying.get(name)?.(pairs) ?? []) stderr.say(`${name}: ${verdict}\n`)
      return line.show(text)
    }
    const { question } = loaded.description
    const suite = { name, question, compare: plan.by, baseline: plan.baseline }
    const now = groupText(progress, plan, ids)
    stderr.showInPlace(() => {
      const { style } = stderr
      const status = [`${progressBar(progress)} ${text}`, ...(now === '' ? [] : [`now: ${now}`])]
      const fitting = status.map(each => firstCharacters(each, style.width - 1))
      return renderLive({ suite, targets: shown, pairs }, fitting, style, stderr.rows ?? DEFAULT_ROWS)
    })
  }
}
