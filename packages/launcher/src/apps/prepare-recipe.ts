import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LaunchError } from '../process/launch-error.ts'

/** The recipe in an app's folder. */
export const RECIPE = 'prepare.json'

/** A script that the pinned Node runs in the app's folder. */
interface PrepareStep {
  readonly script: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** How `bench prepare` makes an app from its folder. All paths are relative. */
export interface Recipe {
  /** Folders of the suite that are copied into the app's: name there → where it is, seen from the app's folder. */
  readonly shared: Readonly<Record<string, string>>
  /** For every step; a step may override it. */
  readonly environment: Readonly<Record<string, string>>
  readonly steps: readonly PrepareStep[]
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
  const wrong = (what: string) =>
    new LaunchError('start', `Cannot prepare ${name}: ${RECIPE} ${what}. Correct it and run again.`)
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
  const { shared = {}, environment = {}, steps = [], outputs, remove = [] } = data as Draft
  return {
    ...{ shared, environment, outputs, remove },
    steps: steps.map(step => ({
      script: step.script,
      args: step.args ?? [],
      environment: step.environment ?? {},
    })),
  }
}

interface Draft extends Pick<Recipe, 'outputs'>, Partial<Omit<Recipe, 'steps' | 'outputs'>> {
  readonly steps?: readonly (Pick<PrepareStep, 'script'> & Partial<PrepareStep>)[]
}

const KEYS = ['shared', 'environment', 'steps', 'outputs', 'remove']
const STEP_KEYS = ['script', 'args', 'environment']

function faultOf(data: unknown): string | null {
  if (!isObject(data)) return 'is not an object'
  const unknown = Object.keys(data).find(key => !KEYS.includes(key))
  if (unknown !== undefined) return `has the unknown key '${unknown}', of ${KEYS.join(', ')}`
  const { shared = {}, environment = {}, steps = [], outputs, remove = [] } = data
  if (!isTexts(shared) || !isPaths(Object.keys(shared))) return "does not map names to folders in 'shared'"
  if (!isTexts(environment)) return "does not map names to texts in 'environment'"
  if (!isPaths(outputs) || outputs.length === 0) return "does not list relative paths in 'outputs'"
  if (!isPaths(remove)) return "does not list relative paths in 'remove'"
  if (!Array.isArray(steps) || !steps.every(isStep)) {
    return "has a step that is not { script, args, environment } in 'steps'"
  }
  return null
}

function isStep(step: unknown): boolean {
  if (!isObject(step) || !Object.keys(step).every(key => STEP_KEYS.includes(key))) return false
  const { script, args = [], environment = {} } = step
  return isPaths([script]) && isList(args) && isTexts(environment)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && isList(Object.values(value))
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/** Nothing outside the folder is written or removed. */
function isPaths(value: unknown): value is readonly string[] {
  return (
    isList(value) &&
    value.every(path => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'))
  )
}
