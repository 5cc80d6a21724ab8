/** Asynchronous: awaits a promise as many times as asked. */

/** @param {number} steps */
export function makeHops(steps) {
  return async () => hops(steps)
}

async function hops(steps) {
  let total = 0
  for (let step = 0; step < steps; step++) total += await hop(step)
  return total
}

async function hop(step) {
  return step & 3
}

/** Whether `value` is the sum of the steps. */
export function checkHops(value, steps) {
  let wanted = 0
  for (let step = 0; step < steps; step++) wanted += step & 3
  return value === wanted
}
