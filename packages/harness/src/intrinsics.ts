/**
 * The built-ins that harness and entries use, kept before a suite's code runs, since a suite may replace them. Methods
 * are functions that take their object first. Bundles import this module first.
 */

type Method<Self, Args extends unknown[], Result> = (this: Self, ...args: Args) => Result

const { bind, call } = Function.prototype

/** Returns a method as a function whose first argument is what it is called on. */
export const uncurried: <Self, Args extends unknown[], Result>(
  method: Method<Self, Args, Result>,
) => (self: Self, ...args: Args) => Result = bind.bind(call) as never

export const { parse: parseJson, stringify: stringifyJson } = JSON
export const { ceil, imul, max, min, round } = Math
export const { isFinite: isFiniteNumber, isInteger } = Number
export const { isArray } = Array
export const { getOwnPropertyDescriptor, getPrototypeOf, is: isSame, keys: keysOf } = Object
export const { now: dateNow } = Date
export const toNumber = Number
export const NewPromise = Promise

const { setPrototypeOf } = Object
const arrayPrototype = Array.prototype as readonly string[] & string[]
export const objectPrototype: unknown = Object.prototype

export const functionText = uncurried(Function.prototype.toString)
export const sorted = uncurried(arrayPrototype.sort as Method<string[], [], string[]>)
export const textSlice = uncurried(String.prototype.slice)
export const indexOfText = uncurried(String.prototype.indexOf)
export const charCodeAt = uncurried(String.prototype.charCodeAt)
export const padStart = uncurried(String.prototype.padStart)
export const inBase = uncurried(Number.prototype.toString)
export const toPrecision = uncurried(Number.prototype.toPrecision)

/** Returns an empty list without a prototype: appending by index reads nothing inherited. */
export function emptyList(): number[] {
  return setPrototypeOf([], null) as number[]
}
