/** Where the last value of a batch lies, so that no compiler can prove the work unused. */
export const kept: { value: unknown } = { value: undefined }

/** Keeps a value alive that a case computes beside the one it returns. */
export function keep(value: unknown): void {
  kept.value = value
}
