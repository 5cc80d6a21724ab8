/** Allocating: JSON.parse with a reviver, over as many records as asked, all of one length as text. */

/** @param {number} records */
export function makeRevive(records) {
  const text = JSON.stringify(Array.from({ length: records }, (_, index) => record(index)))
  return () => JSON.parse(text, (_key, value) => value)
}

function record(index) {
  return { id: 100_000 + index, name: 'a name of some length', tags: ['one', 'two'], open: true, size: 12.5 }
}

/** Whether `value` is the records that were written. */
export function checkRevive(value, records) {
  return (
    Array.isArray(value) &&
    value.length === records &&
    value.every((each, index) => each.id === 100_000 + index && each.tags[1] === 'two' && each.size === 12.5)
  )
}
