import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IsRight, isObject } from '../process/channel/values.ts'
import { LaunchError, type LaunchFailure } from '../process/launch-error.ts'

export const RECIPE = 'prepare.json'

/** How `bench prepare` makes an app from its folder. All paths are relative. */
export interface Recipe {
  /** Folders of the suite that are copied into the app's: name there → where it is, seen from the app's folder. */
  readonly shared: Readonly<Record<string, string>>
  /** For every step; a step may override it. */
  readonly environment: Readonly<Record<string, string>>
  /** Scripts that the pinned Node runs in the app's folder. */
  readonly steps: readonly {
    readonly script: string
    readonly args?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  }[]
  /** Paths that the steps must produce. */
  readonly outputs: readonly string[]
  /** Paths that are removed after the last step. */
  readonly remove: readonly string[]
}

/**
 * Reads the recipe of an app.
 *
 * @throws LaunchError in one sentence when there is none, or it is not one
 */
export async function readRecipe(folder: string, name: string): Promise<Recipe> {
  const wrong = (what: string) => unprepared(name, `${RECIPE} ${what}. Correct it and run again.`)
  const text = await readFile(join(folder, RECIPE), 'utf8').catch(() => {
    throw wrong('is not there')
  })
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw wrong('is not JSON')
  }
  const fault = faultOf(data)
  if (fault !== null) throw wrong(fault)
  return { ...DEFAULTS, ...(data as Pick<Recipe, 'outputs'> & Partial<Recipe>) }
}

export function unprepared(
  name: string,
  what: string,
  failure: LaunchFailure = 'start',
  output = '',
): LaunchError {
  return new LaunchError(failure, `Cannot prepare ${name}: ${what}`, output)
}

const DEFAULTS = { shared: {}, environment: {}, steps: [], remove: [] }

/** Nothing outside the folder is written or removed. */
const CHECKS: Readonly<Record<keyof Recipe, IsRight>> = {
  shared: value => isTexts(value) && isPaths(Object.keys(value)),
  environment: isTexts,
  steps: value => Array.isArray(value) && value.every(isStep),
  outputs: value => isPaths(value) && value.length > 0,
  remove: isPaths,
}

function faultOf(data: unknown): string | null {
  if (!isObject(data)) return 'is not an object'
  const recipe = { outputs: null, ...data }
  for (const [key, value] of Object.entries(recipe)) {
    if (!Object.hasOwn(CHECKS, key))
      return `has the unknown key '${key}', of ${Object.keys(CHECKS).join(', ')}`
    if (!CHECKS[key as keyof Recipe](value)) return `has no valid '${key}'`
  }
  return null
}

function isStep(step: unknown): boolean {
  if (!isObject(step) || !Object.keys(step).every(key => ['script', 'args', 'environment'].includes(key)))
    return false
  const { script, args = [], environment = {} } = step
  return isPaths([script]) && isList(args) && isTexts(environment)
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && isList(Object.values(value))
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function isPaths(value: unknown): value is readonly string[] {
  return (
    isList(value) &&
    value.every(path => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'))
  )
}
