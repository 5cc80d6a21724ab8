/** What a user can do where a machine has no more of something. */
export const REMEDY = {
  ports: 'wait a minute, or widen net.ipv4.ip_local_port_range',
  files: 'raise the limit that "ulimit -n" shows',
} as const

const SHORTAGES: readonly (readonly [signs: RegExp, explanation: string])[] = [
  [/\bE[MN]FILE\b|\btoo many open files\b/i, `no more files can be opened: ${REMEDY.files}`],
  // A port that somebody chose is another matter: it stands behind the address.
  [
    /\bEADDRNOTAVAIL\b|\bport 0 in use\b|\baddress already in use(?!.*:\d*[1-9])/i,
    `no local port is free: ${REMEDY.ports}`,
  ],
]

/** Returns what a runtime or the kernel says, and what to do where it says that ports or files have run out. */
export function withRemedy(message: string): string {
  const found = SHORTAGES.find(([signs]) => signs.test(message))
  return found === undefined ? message : `${message} (${found[1]})`
}
