import type { EnvironmentRecord } from '@steelyard/record'

type CLibrary = NonNullable<EnvironmentRecord['cLibrary']>

/** Returns the C library that this process runs on; null where it does not tell, as on macOS. */
export function cLibrary(): CLibrary | null {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  // It would ask for the name of every address that a socket is connected to.
  report.excludeNetwork = true
  return glibcIn((report.getReport() as { readonly header?: unknown }).header)
}

/** Only the version is read from Node's report: its header has the name of the host too. */
export function glibcIn(header: unknown): CLibrary | null {
  const { glibcVersionRuntime: version } = (header ?? {}) as { readonly glibcVersionRuntime?: unknown }
  return typeof version === 'string' && /^\d[\d.]*$/.test(version) ? { name: 'glibc', version } : null
}
