import type { TargetRecord } from './record.ts'

/** Returns the SHA-256 of the program that ran, not of a script that only starts it; null where unknown. */
export function programSha256({ build, binary }: TargetRecord): string | null {
  return build?.executableSha256 ?? binary.sha256
}
