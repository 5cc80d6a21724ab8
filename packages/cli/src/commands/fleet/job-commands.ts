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
export async function exactCommand(args: readonly string[], { runtimes }: RunOptions): Promise<string[]> {
  const exact: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [, option = '', text] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
    const value = text ?? args[at + 1] ?? ''
    const isKnown = TARGET_OPTIONS.has(option) || SET_BY_JOB.has(option)
    if (TARGET_OPTIONS.has(option)) exact.push(`${option}=${await exactTarget(value)}`)
    else if (!isKnown) exact.push(args[at] ?? '')
    if (isKnown && text === undefined) at += 1
  }
  if (runtimes.length > 0) return exact
  const defaults: string[] = []
  for (const name of DEFAULT_TARGETS) defaults.push(`--runtime=${await exactTarget(name)}`)
  return [...exact, ...defaults]
}

async function exactTarget(text: string): Promise<string> {
  const spec = parseTarget(text)
  if (spec.path !== null) return text
  return targetText({ ...spec, version: await exactVersion(runners[spec.runtime], spec.version) })
}

/** Returns the runtimes of which a command needs releases, each once. */
export function runtimesOf(options: Pick<RunOptions, 'runtimes' | 'flags'>): string[] {
  const specs = askedTargets(options).map(({ text }) => parseTarget(text))
  return [...new Set(specs.filter(({ path }) => path === null).map(({ runtime }) => runtime))]
}

/**
 * Returns the commands of the jobs of one session: as many as keep each short enough, with seeds that no other session has.
 *
 * @param place number of the session among all of the request, from 0
 */
export function jobCommands(
  command: readonly string[],
  { timeSeconds, seed }: Pick<RunOptions, 'timeSeconds' | 'seed'>,
  place: number,
): string[][] {
  const pieces = Math.ceil(timeSeconds / MOST_JOB_SECONDS)
  const seconds = Math.round((timeSeconds / pieces) * 10) / 10
  return Array.from({ length: pieces }, (_, piece) => [
    ...command,
    `--time=${seconds}`,
    `--seed=${seed + place * pieces + piece}`,
  ])
}
