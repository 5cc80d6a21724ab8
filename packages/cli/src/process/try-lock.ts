import type { Holder } from './lock-holder.ts'

/** Has the lock, and gives it up when called. */
export type Release = () => void

/** Tries once: returns a function that releases the lock, else who has it; null where that is unknown. */
export type TryLock = () => Release | Holder | null
