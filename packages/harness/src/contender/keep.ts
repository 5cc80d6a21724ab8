/** Holds the last value of a batch, so that no compiler can prove the case to be dead code. */
export const kept: { value: unknown } = { value: undefined }

/** Keeps a value alive that a case computes and does not return. */
export function keep(value: unknown): void {
  kept.value = value
}
