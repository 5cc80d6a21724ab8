/** Whether a value of a message is of the kind that it must be. */
export type IsRight = (value: unknown) => boolean

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isOneOf(...texts: readonly string[]): IsRight {
  return value => texts.some(text => text === value)
}

export function optional(isRight: IsRight): IsRight {
  return value => value === undefined || isRight(value)
}

export function nullOr(isRight: IsRight): IsRight {
  return value => value === null || isRight(value)
}
