import { UsageError } from '@steelyard/measure'

type ErrorClass<Kind extends Error = Error> = abstract new (...args: never[]) => Kind

/** Returns a handler that gives an error of this class as a value, and throws any other. */
export function caught<Kind extends Error>(kind: ErrorClass<Kind>): (error: unknown) => Kind {
  return error => {
    if (error instanceof kind) return error
    throw error
  }
}

/** Does something whose errors of these classes are sentences for the user, and throws them as UsageError. */
export function asUsage<Result>(classes: readonly ErrorClass[], work: () => Result): Result {
  const rethrow = (error: unknown): never => {
    if (!(error instanceof Error) || !classes.some(kind => error instanceof kind)) throw error
    throw new UsageError(error.message, { cause: error })
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.catch(rethrow) as Result) : result
  } catch (error) {
    return rethrow(error)
  }
}
