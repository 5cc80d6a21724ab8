/** Returns the function and the options among what a file gives, each only if it is there. */
export function given<Fn, Options>(args: readonly unknown[]) {
  return {
    fn: args.find(one => typeof one === 'function') as Fn | undefined,
    options: (args.find(one => typeof one === 'object' && one !== null) ?? {}) as Partial<Options>,
  }
}

/** Returns a result of which a file may print every number: each is NaN, since nothing was timed. */
export function numbers(...names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map(name => [name, Number.NaN]))
}
