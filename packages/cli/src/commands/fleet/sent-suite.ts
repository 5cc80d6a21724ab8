import { hash } from 'node:crypto'
import { isKebabCase } from '@steelyard/harness/definition'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import type { SuiteBundle } from '@steelyard/launcher'
import { orNull } from '@steelyard/launcher/or-null'
import type { BundledSuite } from '@steelyard/measure'

/** Returns the bundle of a suite file as it is sent: the same bytes for the same bundle. */
export function packedSuite({ name, bundle, isAdopted }: Omit<BundledSuite, 'caseId'>): Buffer {
  const { text, script } = bundle
  return Buffer.from(JSON.stringify({ name, isAdopted, text, script: script?.text ?? null }))
}

/**
 * Returns the suite that was sent, with the hashes of what it runs; null where the bytes are none.
 *
 * @param caseId null for all cases
 */
export function unpackedSuite(bytes: Uint8Array, caseId: string | null): BundledSuite | null {
  const { name, isAdopted, text, script } = asObject(Buffer.from(bytes).toString('utf8'))
  const isSuite =
    typeof name === 'string' &&
    isKebabCase(name) &&
    typeof isAdopted === 'boolean' &&
    typeof text === 'string' &&
    (script === null || typeof script === 'string')
  if (!isSuite) return null
  const bundle: SuiteBundle = { text, sha256: hash('sha256', text) }
  if (script === null) return { name, caseId, isAdopted, bundle }
  // The name becomes that of a file, so the sender's is not used.
  const fileName = `${hash('sha256', script).slice(0, 16)}.cjs`
  return { name, caseId, isAdopted, bundle: { ...bundle, script: { name: fileName, text: script } } }
}

function asObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = orNull(() => parseWellFormed(text))
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
