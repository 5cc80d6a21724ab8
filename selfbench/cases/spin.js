/** CPU-bound: as many turns of 32-bit arithmetic as asked, from another start each time. Allocates nothing. */

const STARTS = 16

/** @param {number} turns */
export function makeSpin(turns) {
  let start = 0
  return () => {
    start = (start + 1) % STARTS
    return spin(start, turns)
  }
}

function spin(start, turns) {
  let value = start
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return value
}

/** Whether `value` is what one of the starts comes to. */
export function checkSpin(value, turns) {
  for (let start = 0; start < STARTS; start++) {
    let wanted = start
    for (let left = turns; left > 0; left--) wanted = (Math.imul(wanted, 1_103_515_245) + 12_345) | 0
    if (wanted === value) return true
  }
  return false
}
