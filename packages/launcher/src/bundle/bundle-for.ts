import type { Runner } from '@steelyard/runners'
import { type SuiteBundle, withHash } from './bundle.ts'
import { loweredText } from './lowered.ts'

/** Returns a bundle that all of these builds can read: the same text for all. */
export async function bundleFor<Bundle extends Pick<SuiteBundle, 'text'>>(
  bundle: Bundle,
  targets: readonly { readonly runner: Runner; readonly version: string }[],
): Promise<Bundle> {
  if (!targets.some(({ runner, version }) => runner.isOld?.(version))) return bundle
  const text = await loweredText(bundle.text)
  return { ...bundle, ...('sha256' in bundle ? withHash(text) : { text }) }
}
