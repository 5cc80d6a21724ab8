import { FleetError } from './fleet-error.ts'

/** Returns why a file does not fit, by what the database says of it. */
export function quotaError(detail: string, cause: unknown): FleetError {
  const { needed, used, quota } = JSON.parse(detail) as Record<'needed' | 'used' | 'quota', number>
  const left = Math.max(0, quota - used)
  return new FleetError(
    `Cannot send this file: it has ${megabytes(needed)}, and the fleet has room for ${megabytes(left, Math.floor)} of its ${megabytes(quota)}. Have its owner raise the quota with 'fleet init --quota'.`,
    { cause },
  )
}

/** Returns a size for people, in whole megabytes. */
export function megabytes(bytes: number, rounded: (value: number) => number = Math.ceil): string {
  return bytes > 0 && bytes < 1e6 ? 'less than 1 MB' : `${rounded(bytes / 1e6)} MB`
}
