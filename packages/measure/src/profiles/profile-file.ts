import { createHash } from 'node:crypto'

/** How a profile is written: as Chrome's DevTools write it, or gzipped as pprof reads it. */
type ProfileFormat = 'cpuprofile' | 'pprof'

/** A profile of one launch, kept next to the record. */
export interface ProfileFile {
  /** Name of the file, without a folder; unique in a run. */
  readonly name: string
  readonly format: ProfileFormat
  readonly content: Uint8Array
}

export interface ProfileSubject {
  readonly suite: string
  readonly caseId: string
  readonly params: unknown
  readonly target: string
  /** From 0. */
  readonly launch: number
  /** Whether native functions are on its stacks. */
  readonly isNative: boolean
}

const ENDINGS: Readonly<Record<ProfileFormat, string>> = { cpuprofile: 'cpuprofile', pprof: 'pb.gz' }

const LONGEST_WORD = 40

/** Returns the name of the file of a profile. It is safe on every file system. */
export function profileFileName(subject: ProfileSubject, format: ProfileFormat): string {
  const { suite, caseId, target, launch, params, isNative } = subject
  const words = [suite, caseId, target].map(wordOf).filter(word => word !== '')
  const digest = createHash('sha256')
    .update(JSON.stringify([suite, caseId, params, target]))
    .digest('hex')
  const whole = [...words, digest.slice(0, 6), launch + 1, ...(isNative ? ['native'] : [])]
  return `${whole.join('-')}.${ENDINGS[format]}`
}

function wordOf(text: string): string {
  return text
    .replace(/[^0-9a-z.@]+/gi, '-')
    .slice(0, LONGEST_WORD)
    .replace(/^[-.]+|[-.]+$/g, '')
}
