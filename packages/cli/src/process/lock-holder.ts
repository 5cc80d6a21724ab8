import { readFileSync, statSync } from 'node:fs'
import { orNull } from '@steelyard/launcher/or-null'
import { fileLockers, processStatus } from '@steelyard/launcher/proc'

/** The process that has a lock, as the kernel reports it. */
export interface Holder {
  /** 0 where the kernel does not report it. */
  readonly pid: number
  readonly isOwn: boolean
  /** null for one's own. */
  readonly user: string | null
}

/** Returns who has locked a file; null where the kernel does not report it, as of a process in another container. */
export function holderOf(inode: bigint, folder: string): Holder | null {
  // A file of another device may have the same number: then it is not clear who has this one.
  const [first = null, ...others] = fileLockers(inode)
  const pid = others.length > 0 ? null : first
  const uid = pid === null ? null : uidOf(pid)
  if (pid !== null && uid !== null) {
    const isOwn = uid === process.getuid?.()
    return { pid, isOwn, user: isOwn ? null : userName(uid) }
  }
  // No other user can reach a file there.
  return isPrivate(folder) ? { pid: 0, isOwn: true, user: null } : null
}

export function holderText(holder: Holder | null): string {
  if (holder === null || holder.pid === 0) return 'a process that cannot be identified'
  const { pid, user } = holder
  return user === null ? `process ${pid}` : `process ${pid} of ${user}`
}

function uidOf(pid: number): number | null {
  const uid = processStatus(pid, 'Uid')
  return uid === null ? null : Number.parseInt(uid, 10)
}

function userName(uid: number): string {
  const lines = orNull(() => readFileSync('/etc/passwd', 'utf8'))?.split('\n')
  const line = lines?.find(each => each.split(':')[2] === String(uid))
  return `user ${line?.split(':')[0] ?? uid}`
}

function isPrivate(folder: string): boolean {
  const facts = orNull(() => statSync(folder))
  return facts !== null && facts.uid === process.getuid?.() && (facts.mode & 0o022) === 0
}
