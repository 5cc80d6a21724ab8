/** Exit codes are contract. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const
