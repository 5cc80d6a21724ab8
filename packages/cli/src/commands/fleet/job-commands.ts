import { exactVersion, parseTarget } from '@steelyard/launcher'
import { askedTargets, DEFAULT_TARGETS, type RunSelection, targetText } from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import type { CommandLine, GivenOption } from '../../options/invocation.ts'
import { MOST_JOB_SECONDS } from './job-policy.ts'

const SET_BY_JOB = ['--time', '--seed']

/**
 * Returns a command line in which each target is one release, so that all machines measure the same builds however long that
 * takes; time and seed are left out, since each job has its own.
 *
 * @throws LaunchError or SyntaxError for a version that cannot be found
 */
export async function exactLine(line: CommandLine): Promise<CommandLine> {
  const kept = line.options.filter(({ flag }) => !SET_BY_JOB.includes(flag))
  const given = kept.some(({ isTarget }) => isTarget)
    ? kept
    : [...kept, ...DEFAULT_TARGETS.map(runtimeOption)]
  const options: GivenOption[] = []
  for (const option of given)
    options.push(option.isTarget ? { ...option, text: await exactTarget(option.text ?? '') } : option)
  return { ...line, options }
}

/** Returns the option that names a target of a run. */
export function runtimeOption(text: string): GivenOption {
  return { flag: '--runtime', text, isTarget: true }
}

async function exactTarget(text: string): Promise<string> {
  const spec = parseTarget(text)
  if (spec.path !== null) return text
  return targetText({ ...spec, version: await exactVersion(runners[spec.runtime], spec.version) })
}

/** Returns the runtimes of which a command needs releases, each once. */
export function runtimesOf(options: Pick<RunSelection, 'runtimes' | 'flags'>): string[] {
  const specs = askedTargets(options).map(({ text }) => parseTarget(text))
  return [...new Set(specs.filter(({ path }) => path === null).map(({ runtime }) => runtime))]
}

/** What is measured in a session by jobs of one kind. */
export interface JobPlan {
  readonly command: readonly string[]
  /** Time of all of its jobs together. */
  readonly timeSeconds: number
}

/** Returns the commands of the jobs of a session: as many as keep each short enough. */
export function jobCommands({ command, timeSeconds }: JobPlan): string[][] {
  const pieces = Math.ceil(timeSeconds / MOST_JOB_SECONDS)
  const seconds = Math.round((timeSeconds / pieces) * 10) / 10
  return Array.from({ length: pieces }, () => [...command, `--time=${seconds}`])
}
