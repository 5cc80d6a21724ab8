import { exactVersion, parseTarget } from '@steelyard/launcher'
import type { RunOptions } from '@steelyard/measure'
import { askedTargets, DEFAULT_TARGETS, targetText } from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import { MOST_JOB_SECONDS } from './job-policy.ts'

const TARGET_OPTIONS: ReadonlySet<string> = new Set(['--runtime', '--base', '--head', '--base-rebuilt'])
const SET_BY_JOB: ReadonlySet<string> = new Set(['--time', '--seed'])

/**
 * Returns a command line in which each target is one release, so that all machines measure the same builds however long that
 * takes; time and seed are left out, since each job has its own.
 *
 * @throws LaunchError or SyntaxError for a version that cannot be found
 */
export async function exactCommand(args: readonly string[], { selection }: RunOptions): Promise<string[]> {
  const exact: string[] = []
  for (const { option, value, texts } of optionsIn(args, new Set([...TARGET_OPTIONS, ...SET_BY_JOB]))) {
    if (option === null) exact.push(...texts)
    else if (TARGET_OPTIONS.has(option)) exact.push(`${option}=${await exactTarget(value)}`)
  }
  if (selection.runtimes.length > 0) return exact
  const defaults: string[] = []
  for (const name of DEFAULT_TARGETS) defaults.push(`--runtime=${await exactTarget(name)}`)
  return [...exact, ...defaults]
}

/** Divides a command line into the known options with their values, and the words between. */
export function optionsIn(
  args: readonly string[],
  known: ReadonlySet<string>,
): { readonly option: string | null; readonly value: string; readonly texts: readonly string[] }[] {
  const parts: ReturnType<typeof optionsIn> = []
  for (let at = 0; at < args.length; at++) {
    const [, option = '', text] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
    const taken = known.has(option) && text === undefined ? 2 : 1
    const texts = args.slice(at, at + taken)
    parts.push({ option: known.has(option) ? option : null, value: text ?? args[at + 1] ?? '', texts })
    at += taken - 1
  }
  return parts
}

async function exactTarget(text: string): Promise<string> {
  const spec = parseTarget(text)
  if (spec.path !== null) return text
  return targetText({ ...spec, version: await exactVersion(runners[spec.runtime], spec.version) })
}

/** Returns the runtimes of which a command needs releases, each once. */
export function runtimesOf(options: Pick<RunOptions['selection'], 'runtimes' | 'flags'>): string[] {
  const specs = askedTargets(options).map(({ text }) => parseTarget(text))
  return [...new Set(specs.filter(({ path }) => path === null).map(({ runtime }) => runtime))]
}

/** What is measured in a session by jobs of one kind. */
export interface JobPlan {
  readonly command: readonly string[]
  /** Of all of its jobs together. */
  readonly timeSeconds: number
}

/**
 * Returns the commands of the jobs of one session: as many as keep each short enough, with seeds that no other session has.
 *
 * @param place number of the session among all of the request, from 0
 */
export function jobCommands(plans: readonly JobPlan[], seed: number, place: number): string[][] {
  const jobs = plans.flatMap(({ command, timeSeconds }) => {
    const pieces = Math.ceil(timeSeconds / MOST_JOB_SECONDS)
    const seconds = Math.round((timeSeconds / pieces) * 10) / 10
    return Array.from({ length: pieces }, () => [...command, `--time=${seconds}`])
  })
  return jobs.map((job, index) => [...job, `--seed=${seed + place * jobs.length + index}`])
}
