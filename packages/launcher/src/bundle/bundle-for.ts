import type { Runner } from '@steelyard/runners'
import { type SuiteBundle, withHash } from './bundle.ts'
import { loweredText } from './lowered.ts'

/** Returns a bundle that all of these builds can read: the same text for all. */
export async function bundleFor(
  bundle: SuiteBundle,
  targets: readonly { readonly runner: Runner; readonly version: string }[],
): Promise<SuiteBundle> {
  if (!targets.some(({ runner, version }) => runner.isOld?.(version))) return bundle
  const { map: _, text, ...rest } = bundle
  return { ...rest, ...withHash(await loweredText(text)) }
}
