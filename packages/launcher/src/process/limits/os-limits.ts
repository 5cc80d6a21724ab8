/** Remedies for a limit of the operating system. */
export const REMEDY = {
  ports: 'wait a minute, or widen net.ipv4.ip_local_port_range',
  files: 'raise the limit that "ulimit -n" shows',
} as const

const LIMITS: readonly (readonly [signs: RegExp, explanation: string])[] = [
  [/\bE[MN]FILE\b|\btoo many open files\b/i, `no more files can be opened: ${REMEDY.files}`],
  // A port that the user chose is another matter: it follows the address.
  [
    /\bEADDRNOTAVAIL\b|\bport 0 in use\b|\baddress already in use(?!.*:\d*[1-9])/i,
    `no local port is free: ${REMEDY.ports}`,
  ],
]

/** Returns the message of a runtime or the kernel, with a remedy when ports or files have run out. */
export function withRemedy(message: string): string {
  const found = LIMITS.find(([signs]) => signs.test(message))
  return found === undefined ? message : `${message} (${found[1]})`
}
