import { basename } from 'node:path'
import type { TargetOptions } from '../command.ts'

/** The environment is bound inside the worker as that of the process; the flags are V8's. */
interface ConfigOptions extends TargetOptions {
  /** Paths by name, the main one first; all paths are relative to the configuration file. */
  readonly modules: Readonly<Record<string, string>>
  /** The CommonJS module that its modules import; absent where they import none. */
  readonly script?: string | undefined
  readonly compatibilityDate: string | null
  readonly compatibilityFlags?: readonly string[]
  /** Whether it reaches no network, or also servers of this machine, as every other runtime does. */
  readonly network?: 'none' | 'loopback' | undefined
  /** A folder that the worker reads and writes through a binding of this name. */
  readonly folder?: { readonly name: string; readonly path: string }
}

/** From this date on `nodejs_compat` is the default, and a flag that is the default is refused. */
const NODE_COMPAT_DEFAULT = '2026-08-04'

/** That of the network which workerd gives a worker by default. */
const TLS = 'tlsOptions = (trustBrowserCas = true)'

const IMPORT = 'using Workerd = import "/workerd/workerd.capnp";'

/** Returns a configuration of flags alone: workerd gives them to V8, which may print, and ends. */
export function flagsConfigText(flags: readonly string[]): string {
  return `${IMPORT}

const config :Workerd.Config = (v8Flags = [ ${flags.map(quote).join(', ')} ]);
`
}

/** Returns workerd's configuration, in Cap'n Proto text: one worker on one free loopback port. */
export function configText(options: ConfigOptions): string {
  const { modules, script, flags, compatibilityFlags = [], environment, network, folder } = options
  const compatibilityDate = options.compatibilityDate ?? ''
  const embedded = [
    ...Object.entries(modules).map(([name, file]) => `(name = "${name}", esModule = embed ${quote(file)})`),
    ...(script ? [`(name = ${quote(basename(script))}, commonJsModule = embed ${quote(script)})`] : []),
  ]
  const bindings = Object.entries(environment).map(
    ([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`,
  )
  const services = ['(name = "main", worker = .main)']
  if (network === 'none') services.push('(name = "internet", network = (allow = []))')
  if (network === 'loopback')
    services.push(`(name = "internet", network = (allow = ["public", "local"], ${TLS}))`)
  if (folder) {
    const name = quote(folder.name)
    services.push(`(name = ${name}, disk = (path = ${quote(folder.path)}, writable = true))`)
    bindings.push(`(name = ${name}, service = ${name})`)
  }
  const compatible = [
    ...(compatibilityDate < NODE_COMPAT_DEFAULT ? ['nodejs_compat'] : []),
    ...compatibilityFlags,
  ]
  return `${IMPORT}

const config :Workerd.Config = (
  services = [ ${services.join(', ')} ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
  v8Flags = [ ${flags.map(quote).join(', ')} ],
);

const main :Workerd.Worker = (
  modules = [ ${embedded.join(',\n    ')} ],
  compatibilityDate = ${quote(compatibilityDate)},
  compatibilityFlags = [ ${compatible.map(quote).join(', ')} ],
  bindings = [ ${bindings.join(', ')} ],
);
`
}

/** Cap'n Proto strings escape as C strings do: JSON's escapes are a part of that, but those by four digits. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/\\(?:u00(..)|.)/g, (all, hex) => (hex ? `\\x${hex}` : all))
}
