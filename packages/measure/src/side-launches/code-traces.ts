import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeEvent } from '@steelyard/launcher'
import type { CodeRecord, FunctionRecord } from '@steelyard/record'
import { needBeyond } from '@steelyard/schedule'
import { launchMeanNs, mean } from '@steelyard/stats'
import { alonePacing } from '../engine-logs/observed-launch.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { launchGroup } from '../launch/launch-group.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { type MeasuredContender, type NamedSuite, withContenders } from '../suite/measured-suite.ts'

/** A launch of an ordinary run times about as much. */
const TRACED_NS = 500e6

/**
 * Launches contenders once more, each alone.
 *
 * @returns the suite, with what V8 did to the functions of these contenders; runtimes without V8 are left out
 */
export async function traceCode(
  suite: NamedSuite,
  plans: ReadonlySet<ContenderPlan>,
  context: LaunchContext,
  signal: AbortSignal,
): Promise<NamedSuite> {
  const traced = new Map<ContenderPlan, MeasuredContender>()
  for (const contender of suite.measured.contenders) {
    if (signal.aborted) break
    if (!plans.has(contender.plan)) continue
    traced.set(contender.plan, { ...contender, code: await traceOne(contender, context) })
  }
  return withContenders(suite, traced)
}

async function traceOne(contender: MeasuredContender, context: LaunchContext): Promise<CodeRecord | null> {
  const runner = context.targets[contender.plan.target]?.runner
  if (!runner?.codeTrace) return null
  const file = join(context.workspace.directory, 'code-trace')
  await rm(file, { force: true })
  const result = await launchGroup([contender.plan], alonePacing(TRACED_NS, runner.batchNs), {
    ...context,
    needs: [needBeyond(contender.late)],
    codeTraceFile: file,
  })
  // An engine that does not know the flags does not start; one that optimised nothing wrote nothing.
  const text = await readFile(file, 'latin1').catch(() => '')
  const launch = 'launches' in result ? result.launches[0] : undefined
  if (launch === undefined) return null
  const tracedNs = launchMeanNs(launch, 'wall')
  const timedNs = contender.launches.flatMap(timed => launchMeanNs(timed, 'wall') ?? [])
  const { codeTrace } = runner
  return {
    slowdown: tracedNs === null || timedNs.length === 0 ? null : tracedNs / mean(timedNs),
    functions: functionsOf(
      text.split('\n').flatMap(line => codeTrace.eventOf(line) ?? []),
      namesIn(context.suite.bundle.text),
    ),
  }
}

/** Returns how often each function was optimised and left, those that are not named in the bundle left out. */
export function functionsOf(events: readonly CodeEvent[], names: ReadonlySet<string>): FunctionRecord[] {
  // The name of a method or an accessor has more words than one.
  const isOwn = ({ functionName }: CodeEvent) =>
    functionName === '' || names.has(functionName.split(/[\s.]/).at(-1) ?? '')
  const byName = Map.groupBy(events.filter(isOwn), ({ functionName }) => functionName)
  return Array.from(byName, ([name, own]) => ({
    name,
    optimised: counted(own.flatMap(event => (event.kind === 'optimised' ? [event.compiler] : []))),
    deoptimised: counted(own.flatMap(event => (event.kind === 'deoptimised' ? [event.reason] : []))),
  })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns every identifier of a text. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))
}

function counted(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Array.from(
      Map.groupBy(words, word => word),
      ([word, found]) => [word, found.length],
    ),
  )
}
