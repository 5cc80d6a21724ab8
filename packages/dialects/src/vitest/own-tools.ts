/** Other imports of files from vitest. None of them may be timed: their time would be ours, and not vitest's. */

let isTimed = false

/** From here on in this process a case is called. */
export function beginCase(): void {
  isTimed = true
}

/** Whatever is asked of it is so: nothing is tested. */
const agrees: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === 'then' ? undefined : agrees),
  apply: () => agrees,
})

/** Stands for `expect` and `assert`. */
export const expectation: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === 'then' ? undefined : agrees),
  apply() {
    if (isTimed) throw new Error('it calls expect() or assert(), of vitest, in what is timed')
    return agrees
  },
})

/** Stands for `vi`. */
export const mocks: unknown = new Proxy(
  {},
  {
    get() {
      throw new Error('it uses vi, and only vitest has mocks')
    },
  },
)
