import type { Holder } from './lock-holder.ts'

/** Has the lock, and gives it up when called. */
export type Release = () => void

/** Tries once: a function when it has the lock, else who has it; null where nobody tells. */
export type TryLock = () => Release | Holder | null
