import type { TargetSpec } from '@steelyard/launcher'
import type { RunRecord } from '@steelyard/record'

const SENT = /^sha256:([0-9a-f]{64})$/
/** The word of a command that names a build that was sent, with variables before it and flags after it. */
const BUILD_WORD =
  /^--(?:runtime|base|head|base-rebuilt)=(?:.*\s)?[a-z][a-z\d]*(?:~[\w.-]+)?=sha256:([0-9a-f]{64})(?!\S)/s

/** Returns what a file that was sent is called in jobs: in the place of its path. */
export function sentName(sha256: string): string {
  return `sha256:${sha256}`
}

/** Returns the hash of a build that was sent; null for another target. */
export function sentBuildOf({ path }: Pick<TargetSpec, 'path'>): string | null {
  return SENT.exec(path ?? '')?.[1] ?? null
}

/** Returns what a build that was sent is called in reports. */
export function buildName({ runtime, label, path }: Pick<TargetSpec, 'runtime' | 'label' | 'path'>): string {
  return `${runtime}~${label ?? SENT.exec(path ?? '')?.[1]?.slice(0, 8) ?? ''}`
}

/** Returns a text in which builds that were sent are called as in jobs, and not by where they lie. */
export function withoutPlaces(text: string): string {
  return text.replace(/[^\s'"=]*\/([0-9a-f]{64})\/[a-z][a-z\d]*(?![\w/])/g, (_, sha256: string) =>
    sentName(sha256),
  )
}

/** Whether each build in a record that is no release is one that its job names by its hash, and each of these is in it. */
export function isOfBuilds({ command, targets }: Pick<RunRecord, 'command' | 'targets'>): boolean {
  const named = command.flatMap(word => BUILD_WORD.exec(word)?.[1] ?? [])
  return (
    targets.every(({ binary }) => binary.source === 'npm' || named.includes(binary.sha256 ?? '')) &&
    named.every(sha256 => targets.some(({ binary }) => binary.sha256 === sha256))
  )
}
