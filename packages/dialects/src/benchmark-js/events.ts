/** What listeners are given. */
export interface Event {
  readonly type: string
  readonly target: unknown
  readonly currentTarget: unknown
}

type Listener = (event: Event) => unknown

/** What suites and benchmarks have in common: they call listeners. What they throw is ignored: there are no results for them. */
export class Emitter {
  readonly events: Record<string, Listener[]> = {}
  readonly aborted: boolean = false
  readonly running: boolean = false

  /** Takes `onStart` and its like from options. */
  listenTo(options: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(options)) {
      const [, type] = /^on([A-Z]\w*)$/.exec(key) ?? []
      if (type !== undefined && typeof value === 'function') this.on(type.toLowerCase(), value as Listener)
    }
  }

  on(types: string, listener: Listener): this {
    for (const type of types.split(' ')) {
      this.events[type] ??= []
      this.events[type].push(listener)
    }
    return this
  }

  off(): this {
    return this
  }

  abort(): this {
    return this
  }

  reset(): this {
    return this
  }

  listeners(type: string): readonly Listener[] {
    return this.events[type] ?? []
  }

  emit(type: string, target: unknown = this): void {
    for (const listener of this.listeners(type)) {
      try {
        listener.call(this, { type, target, currentTarget: this })
      } catch {}
    }
  }
}
