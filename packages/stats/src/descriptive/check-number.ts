/** Throws a RangeError naming `what` unless every value is a finite number. */
export function checkFinite(what: string, values: readonly number[]): void {
  const wrong = values.find(value => !Number.isFinite(value))
  if (wrong !== undefined) {
    throw new RangeError(`Cannot use ${what}: found ${wrong}. Give finite numbers only.`)
  }
}

/** Throws a RangeError naming `what` unless `value` lies in `[lowest, highest]`; NaN never does. */
export function checkBetween(what: string, value: number, lowest: number, highest: number): void {
  if (!(value >= lowest && value <= highest)) {
    throw new RangeError(`Cannot use ${what} ${value}. Give a number from ${lowest} to ${highest}.`)
  }
}

/** Throws a RangeError naming `what` unless `value` is finite and greater than 0. */
export function checkPositive(what: string, value: number): void {
  if (!(value > 0 && value < Infinity)) {
    throw new RangeError(`Cannot use ${what} ${value}. Give a finite number greater than 0.`)
  }
}

/** Throws a RangeError naming `what` unless `value` is a whole number of at least `lowest`. */
export function checkWhole(what: string, value: number, lowest: number): void {
  if (!(Number.isSafeInteger(value) && value >= lowest)) {
    throw new RangeError(`Cannot use ${what} ${value}. Give a whole number of at least ${lowest}.`)
  }
}
