import { basename } from 'node:path'

export interface ConfigOptions {
  /** Paths of the two modules, relative to the configuration file. */
  readonly entry: string
  readonly bundle: string
  /** The CommonJS module that the bundle imports; absent where it imports none. */
  readonly script?: string
  readonly v8Flags: readonly string[]
  readonly compatibilityDate: string
  /** Bound inside the worker as the process environment. */
  readonly environment: Readonly<Record<string, string>>
  /** A folder that the worker reads and writes through a binding of this name. */
  readonly folder?: { readonly name: string; readonly path: string }
}

/** From this date on `nodejs_compat` is the default, and a flag that is the default is refused. */
const NODE_COMPAT_DEFAULT = '2026-08-04'

/** One free loopback port. */
const SOCKETS = '  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],'

/** Returns workerd's configuration, in Cap'n Proto text: one worker on one free loopback port. */
export function configText({
  entry,
  bundle,
  script,
  v8Flags,
  compatibilityDate,
  environment,
  folder,
}: ConfigOptions): string {
  const flags = [
    ...nodeCompat(compatibilityDate),
    // Compressing each reply would add work that belongs to no case.
    'no_web_socket_compression',
  ]
  const bindings = bindingsOf(environment)
  const services = ['(name = "main", worker = .contender)']
  if (folder) {
    const name = quote(folder.name)
    services.push(`(name = ${name}, disk = (path = ${quote(folder.path)}, writable = true))`)
    bindings.push(`(name = ${name}, service = ${name})`)
  }
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [ ${services.join(', ')} ],
${SOCKETS}
  v8Flags = [ ${v8Flags.map(quote).join(', ')} ],
);

const contender :Workerd.Worker = (
  modules = [
    (name = "entry.mjs", esModule = embed ${quote(entry)}),
    (name = "bundle.mjs", esModule = embed ${quote(bundle)})${scriptModule(script)},
  ],
  compatibilityDate = ${quote(compatibilityDate)},
  compatibilityFlags = [ ${flags.map(quote).join(', ')} ],
  bindings = [ ${bindings.join(', ')} ],
);
`
}

/** Returns a configuration of flags alone: workerd gives them to V8, which may print, and ends. */
export function flagsConfigText(v8Flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (v8Flags = [ ${v8Flags.map(quote).join(', ')} ]);
`
}

type OneFile = Pick<ConfigOptions, 'v8Flags' | 'compatibilityDate' | 'environment' | 'script'> & {
  /** Relative to the configuration file. */
  readonly file: string
  readonly isServer: boolean
}

/** Returns the configuration of one file, for `workerd test`, or for a server that handles requests itself. */
export function oneFileText({
  file,
  script,
  v8Flags,
  compatibilityDate,
  environment,
  isServer,
}: OneFile): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [ (name = "main", worker = .main) ],
${isServer ? `${SOCKETS}\n` : ''}  v8Flags = [ ${v8Flags.map(quote).join(', ')} ],
);

const main :Workerd.Worker = (
  modules = [ (name = "main.mjs", esModule = embed ${quote(file)})${scriptModule(script)} ],
  compatibilityDate = ${quote(compatibilityDate)},
  compatibilityFlags = [ ${nodeCompat(compatibilityDate).map(quote).join(', ')} ],
  bindings = [ ${bindingsOf(environment).join(', ')} ],
);
`
}

function scriptModule(script: string | undefined): string {
  if (script === undefined) return ''
  return `,\n    (name = ${quote(basename(script))}, commonJsModule = embed ${quote(script)})`
}

function nodeCompat(compatibilityDate: string): string[] {
  return compatibilityDate < NODE_COMPAT_DEFAULT ? ['nodejs_compat'] : []
}

function bindingsOf(environment: ConfigOptions['environment']): string[] {
  return Object.entries(environment).map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`)
}

/** Cap'n Proto strings escape as C strings do, which JSON's escapes are a part of for these texts. */
function quote(text: string): string {
  return JSON.stringify(text)
}
