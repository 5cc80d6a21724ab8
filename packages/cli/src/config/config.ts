import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseTarget } from '@steelyard/launcher'
import { isRelease, suggestion, UsageError } from '@steelyard/measure'
import { jsonFault } from '@steelyard/record'
import { asPath } from '../options/own-suites.ts'

/** Defaults of options, from a file; `config-1.schema.json` describes it. */
export interface Config {
  /** Absolute path. */
  readonly file: string
  readonly runtimes?: readonly string[]
  /** Folders, as paths from the working directory. */
  readonly suites?: readonly string[]
  /** Percent. */
  readonly threshold?: number
}

export const CONFIG_NAME = 'steelyard.config.json'

const MOST_BYTES = 100_000

/**
 * Returns the configuration of a folder: that of the file in it or in the nearest folder above that has one; null where
 * there is none. Above the folder a file counts only if it belongs to the folder's owner or to root: what lies above may
 * be anyone's.
 *
 * @throws UsageError in one sentence for a file that cannot be read
 */
export function configOf(folder: string): Config | null {
  const owners = [0, statSync(folder, { throwIfNoEntry: false })?.uid]
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CONFIG_NAME)
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() && (at === resolve(folder) || owners.includes(found.uid)))
      return read(file, found.size)
    if (dirname(at) === at) return null
  }
}

function read(file: string, bytes: number): Config {
  const cannot = (fault: string) => new UsageError(`Cannot read ${relative('', file)}: ${fault}`)
  if (bytes > MOST_BYTES) throw cannot(`it is larger than ${MOST_BYTES} bytes.`)
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw cannot(`${(error as NodeJS.ErrnoException).code}. Check that you may read it.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw cannot(`${jsonFault(text, error)}.`)
  }
  const fault = faultOf(value)
  if (fault !== null) throw cannot(fault)
  const { runtimes, suites, threshold } = value as Omit<Config, 'file'>
  return {
    file,
    ...(runtimes && { runtimes }),
    ...(suites && {
      suites: suites.map(folder => asPath(relative('', resolve(dirname(file), folder)) || '.')),
    }),
    ...(threshold !== undefined && { threshold }),
  }
}

interface Key {
  readonly wanted: string
  isRight(value: unknown): boolean
}

const areTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string' && one !== '')

export const KEYS: Readonly<Record<string, Key>> = {
  $schema: { wanted: 'a text', isRight: value => typeof value === 'string' },
  runtimes: { wanted: 'a list of targets, such as ["node", "bun"]', isRight: areTexts },
  suites: { wanted: 'a list of folders, such as ["./benches"]', isRight: areTexts },
  threshold: {
    wanted: 'a number of percent above 0',
    isRight: value => typeof value === 'number' && value > 0 && Number.isFinite(value),
  },
}

/** Returns what is wrong with the contents, as the rest of a sentence; null where nothing is. */
function faultOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'it is no object. Write { "runtimes": ["node", "bun"] }.'
  }
  const known = Object.keys(KEYS)
  for (const [name, one] of Object.entries(value)) {
    const key = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined
    if (key === undefined) return `there is no key '${name}'. ${suggestion(name, known, 'keys')}`
    if (!key.isRight(one)) return `'${name}' is not ${key.wanted}.`
  }
  const { runtimes = [] } = value as Partial<Config>
  return runtimes.map(targetFault).find(fault => fault !== null) ?? null
}

/** A file that a folder brings along starts no code: a path, a variable and many flags can. */
function targetFault(text: string): string | null {
  try {
    return isRelease(parseTarget(text))
      ? null
      : `the target '${text}' can start other code: a file may only name versions. Give it with --runtime.`
  } catch (error) {
    return (error as Error).message
  }
}
