import { execFile } from 'node:child_process'

/** The C library of a machine, which runtimes share unless they bring their own. */
export interface CLibrary {
  readonly name: 'glibc' | 'musl'
  readonly version: string
}

/** Returns the C library that this process runs on; null where it does not tell, as on macOS. */
export async function cLibrary(): Promise<CLibrary | null> {
  if (process.platform !== 'linux') return null
  return glibcIn(reportHeader()) ?? muslIn(await lddVersion())
}

/** Only the version is read from Node's report: its header has the name of the host too. */
export function glibcIn(header: unknown): CLibrary | null {
  const { glibcVersionRuntime: version } = (header ?? {}) as { readonly glibcVersionRuntime?: unknown }
  return typeof version === 'string' && /^\d[\d.]*$/.test(version) ? { name: 'glibc', version } : null
}

/** Reads what musl says of itself: `musl libc (x86_64)`, and `Version 1.2.5` below it. */
export function muslIn(text: string): CLibrary | null {
  const [, version] = /^musl libc[^\n]*\nVersion (\d[\d.]*)/m.exec(text) ?? []
  return version === undefined ? null : { name: 'musl', version }
}

function reportHeader(): unknown {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // It would ask for the name of every address that a socket is connected to.
  report.excludeNetwork = true
  try {
    return (report.getReport() as { readonly header?: unknown }).header
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}

/** It ends with 1, and says it on its second channel. */
function lddVersion(): Promise<string> {
  return new Promise(resolve => {
    execFile('ldd', ['--version'], (_, stdout, stderr) => resolve(`${stdout}\n${stderr}`))
  })
}
