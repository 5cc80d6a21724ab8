import type { TargetRecord } from './record.ts'

/**
 * Returns the SHA-256 of the program that ran, which is another file than the given one where that only starts it, such as
 * a script; null where unknown.
 */
export function programSha256({ build, binary }: TargetRecord): string | null {
  return build?.executableSha256 ?? binary.sha256
}
