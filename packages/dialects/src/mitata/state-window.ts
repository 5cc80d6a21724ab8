import type { WindowCase } from '@steelyard/harness/adopted'

/** Returns the window of a function that iterates over its state: from its first iteration to its last. */
export function stateWindow(f: (...args: never[]) => unknown, get: (name: string) => unknown): WindowCase {
  return {
    window(iterations, watch) {
      let left = iterations
      const item = { done: false, value: undefined }
      const end = { done: true, value: undefined }
      const next = () => {
        if (left === iterations) watch.start()
        if (left-- > 0) return item
        watch.stop()
        return end
      }
      const iterator = { next }
      const state = { get, next, [Symbol.iterator]: () => iterator, [Symbol.asyncIterator]: () => iterator }
      return f(state as never)
    },
  }
}
