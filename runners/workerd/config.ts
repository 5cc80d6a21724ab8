import { basename } from 'node:path'

/** What every worker is made of. */
interface WorkerOptions {
  /** The CommonJS module that its modules import; absent where they import none. */
  readonly script?: string
  readonly v8Flags: readonly string[]
  readonly compatibilityDate: string
  /** Bound inside the worker as the process environment. */
  readonly environment: Readonly<Record<string, string>>
}

export interface ConfigOptions extends WorkerOptions {
  /** Paths of the two modules, relative to the configuration file. */
  readonly entry: string
  readonly bundle: string
  /** Whether the worker reaches no network; it does where absent. */
  readonly isOffline?: boolean
  /** A folder that the worker reads and writes through a binding of this name. */
  readonly folder?: { readonly name: string; readonly path: string }
}

/** From this date on `nodejs_compat` is the default, and a flag that is the default is refused. */
const NODE_COMPAT_DEFAULT = '2026-08-04'

/** That of the network which workerd gives a worker by default. */
const TLS = 'tlsOptions = (trustBrowserCas = true)'

const IMPORT = 'using Workerd = import "/workerd/workerd.capnp";'

/** Returns workerd's configuration, in Cap'n Proto text: one worker on one free loopback port. */
export function configText({ entry, bundle, folder, ...options }: ConfigOptions): string {
  return workerText({
    ...options,
    modules: { 'entry.mjs': entry, 'bundle.mjs': bundle },
    // Compressing each reply would add work that belongs to no case.
    flags: ['no_web_socket_compression'],
    isServer: true,
    folder,
  })
}

interface OneFile extends WorkerOptions {
  /** Relative to the configuration file. */
  readonly file: string
  readonly isServer: boolean
}

/** Returns the configuration of one file, for `workerd test`, or for a server that handles requests itself. */
export function oneFileText({ file, ...options }: OneFile): string {
  return workerText({
    ...options,
    modules: { 'main.mjs': file },
    flags: [],
    reachesLoopback: options.isServer,
  })
}

/** Returns a configuration of flags alone: workerd gives them to V8, which may print, and ends. */
export function flagsConfigText(v8Flags: readonly string[]): string {
  return `${IMPORT}

const config :Workerd.Config = (v8Flags = [ ${v8Flags.map(quote).join(', ')} ]);
`
}

interface Worker extends WorkerOptions {
  /** Paths by name, the main one first. */
  readonly modules: Readonly<Record<string, string>>
  readonly flags: readonly string[]
  readonly isServer: boolean
  readonly isOffline?: boolean
  /** Whether it may call servers of this machine, as every other runtime does. */
  readonly reachesLoopback?: boolean
  readonly folder?: ConfigOptions['folder']
}

function workerText({
  modules,
  script,
  flags,
  isServer,
  reachesLoopback,
  folder,
  ...options
}: Worker): string {
  const { isOffline, v8Flags, compatibilityDate, environment } = options
  const embedded = [
    ...Object.entries(modules).map(([name, file]) => `(name = "${name}", esModule = embed ${quote(file)})`),
    ...(script ? [`(name = ${quote(basename(script))}, commonJsModule = embed ${quote(script)})`] : []),
  ]
  const bindings = Object.entries(environment).map(
    ([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`,
  )
  const services = ['(name = "main", worker = .main)']
  if (isOffline) services.push('(name = "internet", network = (allow = []))')
  if (reachesLoopback) services.push(`(name = "internet", network = (allow = ["public", "local"], ${TLS}))`)
  if (folder) {
    const name = quote(folder.name)
    services.push(`(name = ${name}, disk = (path = ${quote(folder.path)}, writable = true))`)
    bindings.push(`(name = ${name}, service = ${name})`)
  }
  const compatible = compatibilityDate < NODE_COMPAT_DEFAULT ? ['nodejs_compat', ...flags] : flags
  // One free loopback port.
  const socket = '(name = "http", address = "127.0.0.1:0", http = (), service = "main")'
  return `${IMPORT}

const config :Workerd.Config = (
  services = [ ${services.join(', ')} ],
  sockets = [ ${isServer ? socket : ''} ],
  v8Flags = [ ${v8Flags.map(quote).join(', ')} ],
);

const main :Workerd.Worker = (
  modules = [ ${embedded.join(',\n    ')} ],
  compatibilityDate = ${quote(compatibilityDate)},
  compatibilityFlags = [ ${compatible.map(quote).join(', ')} ],
  bindings = [ ${bindings.join(', ')} ],
);
`
}

/** Cap'n Proto strings escape as C strings do, which JSON's escapes are a part of for these texts. */
function quote(text: string): string {
  return JSON.stringify(text)
}
