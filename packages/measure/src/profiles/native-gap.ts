import { findPerf, symbolsIn, type Target } from '@steelyard/launcher'
import type { MissingReason } from '@steelyard/record'

/** A binary that was stripped keeps at most what other libraries link to. */
const FEWEST_SYMBOLS = 20_000

/** Why native functions of a target cannot be shown. */
export type NativeGap = Extract<
  MissingReason,
  { readonly code: 'no-perf' | 'no-symbols' | 'no-code-map' | 'perf-failed' | 'no-mapped-launch' }
>

/** Returns why perf would name no functions of a target; null where it may. */
export async function nativeGapOf({ runner, binary }: Target): Promise<NativeGap | null> {
  if (findPerf() === null) return { code: 'no-perf' }
  const symbols = await symbolsIn(binary)
  if (symbols !== null && symbols < FEWEST_SYMBOLS) return { code: 'no-symbols' }
  return runner.codeMapFlags === undefined ? { code: 'no-code-map' } : null
}
