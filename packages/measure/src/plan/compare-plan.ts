import { isDeepStrictEqual } from 'node:util'
import { parseTarget, type TargetSpec } from '@steelyard/launcher'
import { UsageError } from './usage-error.ts'

/** What `compare` compares with what: numbers are indices into the targets of the run; the base is the first. */
export interface ComparePlan {
  readonly heads: readonly number[]
  /** The base built once more; null when none was given. */
  readonly rebuilt: number | null
  /** Each flag that the head has over the base; empty when effects are not attributed to flags. */
  readonly flags: readonly FlagPlan[]
  /** Whether it is to be evidence, with all that this takes. */
  readonly evidence: boolean
}

export interface FlagPlan {
  readonly flag: string
  /** The base with this flag, and the head without it. */
  readonly alone: number
  readonly without: number
}

export interface Asked {
  readonly base: string
  readonly heads: readonly string[]
  readonly rebuilt: string | null
  readonly attribute: boolean
  readonly evidence: boolean
}

/** Two contenders for each, and the base and the head in every launch: more takes hours. */
const MOST_FLAGS = 8

/**
 * Returns the targets of a comparison, the base first, and what is compared with what. UsageError when they cannot be
 * compared as requested, SyntaxError when one cannot be read.
 */
export function planCompare(asked: Asked): {
  readonly runtimes: readonly string[]
  readonly plan: ComparePlan
} {
  const { base, heads, rebuilt, attribute, evidence } = asked
  if (rebuilt !== null) checkRebuilt(parseTarget(base), parseTarget(rebuilt))
  if (attribute) return planAttribution(asked)
  const runtimes = [base, ...(rebuilt === null ? [] : [rebuilt]), ...heads]
  const first = runtimes.length - heads.length
  return {
    runtimes,
    plan: {
      heads: heads.map((_, index) => first + index),
      rebuilt: rebuilt === null ? null : 1,
      flags: [],
      evidence,
    },
  }
}

/** Returns the targets that stand in every group. */
export function companionsOf({ heads, rebuilt, flags }: ComparePlan): number[] {
  return [...(rebuilt === null ? [] : [rebuilt]), ...(flags.length === 0 ? [] : heads)]
}

function planAttribution({ base, heads, rebuilt, evidence }: Asked): ReturnType<typeof planCompare> {
  const [head, another] = heads
  if (head === undefined || another !== undefined) {
    throw new UsageError(
      'Cannot attribute effects to the flags of several heads at once. Give --attribute one --head.',
    )
  }
  if (rebuilt !== null) {
    throw new UsageError(
      'Cannot attribute effects to flags together with a rebuilt base: they would not fit into one group. Leave --base-rebuilt or --attribute out.',
    )
  }
  const [from, to] = [parseTarget(base), parseTarget(head)]
  const flags = flagsOver(from, to)
  const texts = [base, head]
  // With two flags, the head without one is the base with the other.
  const indexOf = (text: string): number => {
    const found = texts.indexOf(text)
    return found < 0 ? texts.push(text) - 1 : found
  }
  const alone = flags.map(flag => indexOf(targetText({ ...from, flags: [...from.flags, flag] })))
  const without = flags.map(flag =>
    indexOf(targetText({ ...from, flags: [...from.flags, ...flags.filter(other => other !== flag)] })),
  )
  return {
    runtimes: texts,
    plan: {
      heads: [1],
      rebuilt: null,
      flags: flags.map((flag, index) => ({ flag, alone: alone[index] ?? 0, without: without[index] ?? 0 })),
      evidence,
    },
  }
}

function flagsOver(base: TargetSpec, head: TargetSpec): string[] {
  const isSameBuild =
    base.runtime === head.runtime &&
    base.version === head.version &&
    base.path === head.path &&
    isDeepStrictEqual(base.environment, head.environment)
  const missing = base.flags.filter(flag => !head.flags.includes(flag))
  if (!isSameBuild || missing.length > 0) {
    const what = isSameBuild
      ? `it lacks ${missing.join(' and ')} of the base`
      : 'it differs in more than flags'
    throw new UsageError(
      `Cannot attribute effects to the flags of '${head.text}': ${what}. Give a head that is the base and some flags more.`,
    )
  }
  const flags = head.flags.filter(flag => !base.flags.includes(flag))
  if (flags.length < 2 || flags.length > MOST_FLAGS) {
    throw new UsageError(
      `Cannot attribute effects to the flags of '${head.text}': it has ${flags.length} over the base. Give 2 to ${MOST_FLAGS}.`,
    )
  }
  return flags
}

/** Whether two targets have the same flags, and the same variables in any order. */
export function haveSameSettings(one: TargetSpec, other: TargetSpec): boolean {
  return isDeepStrictEqual([one.flags, one.environment], [other.flags, other.environment])
}

function checkRebuilt(base: TargetSpec, rebuilt: TargetSpec): void {
  const what =
    base.runtime !== rebuilt.runtime
      ? `it is ${rebuilt.runtime}, the base is ${base.runtime}`
      : !haveSameSettings(base, rebuilt)
        ? 'it has other flags or variables than the base'
        : null
  if (what === null) return
  throw new UsageError(
    `Cannot take '${rebuilt.text}' as the base rebuilt: ${what}. Give a second build of the base's source, run as the base is.`,
  )
}

/** Returns a target as a user writes it, ready to be read again. */
export function targetText(spec: Omit<TargetSpec, 'text'>): string {
  const { runtime, version, label, path, flags, environment } = spec
  const local = path === null ? '' : `${label === null ? '' : `~${label}`}=${path}`
  const build = version === null ? local : `@${version}`
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return [...variables, `${runtime}${build}`, ...flags].map(quoted).join(' ')
}

function quoted(word: string): string {
  if (!/[\s'"]/.test(word)) return word
  return word.includes("'") ? `"${word}"` : `'${word}'`
}
