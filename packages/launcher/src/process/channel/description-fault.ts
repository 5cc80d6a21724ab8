import { type IsRight, isBoolean, isObject, isOneOf, nullOr, optional } from './values.ts'

/** How many of each a suite may have; a report of more could not be read. */
const MOST_NAMES = 10_000
const LONGEST_TEXT = 10_000

/**
 * Returns what is wrong with the description of a suite, as the rest of "what it says …"; null when it is valid. The
 * suite's code may have made it without `suite()`, which checks more.
 */
export function descriptionFault(value: unknown): string | null {
  if (!isObject(value)) return 'describes no suite'
  const { cases } = value
  if (!isListOf(isCaseId)(cases) || (cases as unknown[]).length === 0) return 'names no cases'
  const isCase: IsRight = id => (cases as readonly unknown[]).includes(id)
  const checks: Readonly<Record<string, IsRight>> = {
    name: name => name === '' || isName(name),
    question: isText,
    params: isRecordOf(isListOf(isParamValue)),
    compare: isOneOf('cases', 'targets'),
    baseline: isCase,
    across: nullOr(isListOf(isCase)),
    unsupported: isRecordOf(isRecordOf(isText)),
    descriptions: optional(texts => isRecordOf(isText)(texts) && Object.keys(texts as object).every(isCase)),
    tags: optional(isListOf(isName)),
    needs: optional(isListOf(isOneOf('net'))),
    hasExpected: isBoolean,
    perCall: isListOf(isCase),
    memory: isBoolean,
    server: nullOr(isServer),
    adopted: optional(isAdopted),
    code: optional(code => isCode(code, cases as readonly string[])),
  }
  const wrong = Object.entries(checks).find(([field, isRight]) => !isRight(value[field]))
  return wrong === undefined ? null : `has no valid ${wrong[0]} of the suite`
}

function isAdopted(value: unknown): boolean {
  if (!isObject(value)) return false
  const { dialect, titles, paramsOf, leftOut, unsupported } = value
  return (
    isText(dialect) &&
    [titles, unsupported].every(isRecordOf(isText)) &&
    isRecordOf(isListOf(isText))(paramsOf) &&
    optional(isRecordOf(isListOf(isRecordOf(isParamValue))))(leftOut)
  )
}

function isCode(value: unknown, ids: readonly string[]): boolean {
  if (!isObject(value)) return false
  const { setup, cases } = value
  if (!nullOr(isText)(setup) || !isRecordOf(isText)(cases)) return false
  return Object.keys(cases as object).every(id => ids.includes(id))
}

function isServer(value: unknown): boolean {
  if (!isObject(value)) return false
  const { apps, measure, path, answer, beside, upstream } = value
  return (
    isRecordOf(isObject)(apps) &&
    isOneOf('load', 'start')(measure) &&
    isText(path) &&
    isObject(answer) &&
    nullOr(isObject)(beside) &&
    nullOr(isText)(upstream)
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_TEXT
}

/** The id of a case may be the text of an expression: one line that a terminal shows unchanged. */
function isCaseId(value: unknown): boolean {
  return typeof value === 'string' && /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,80}(?<! )$/u.test(value)
}

/** The name of a suite is an id in records, an argument on the command line and a part of file names. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && isText(value)
}

function isParamValue(value: unknown): boolean {
  return isText(value) || isBoolean(value) || Number.isFinite(value)
}

function isListOf(isRight: IsRight): IsRight {
  return value => Array.isArray(value) && value.length <= MOST_NAMES && value.every(isRight)
}

function isRecordOf(isRight: IsRight): IsRight {
  return value => isObject(value) && isListOf(isRight)(Object.values(value))
}
