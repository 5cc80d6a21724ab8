import type { BuildFacts } from './build-facts.ts'
import type { Command, TargetOptions } from './command.ts'
import type { EngineLog } from './engine-log.ts'
import type { FlagList, FlagValues } from './flags.ts'
import type { HeapTrace } from './heap-trace.ts'

/** A runtime that npm packages carry. */
export type PackagedName = 'node' | 'deno' | 'bun' | 'workerd'

/** An engine without a runtime, in the shell that its makers test it by: V8, JavaScriptCore, SpiderMonkey, QuickJS, Hermes. */
export type ShellName = 'd8' | 'jsc' | 'js' | 'qjs' | 'hermes'

/** The runtimes Steelyard knows; also what a target begins with. */
export type RuntimeName = PackagedName | ShellName

/** An npm package that carries a runtime's binary for one platform. */
export interface RuntimePackage {
  readonly name: string
  /** Packages that carried older versions, where they changed the name. */
  readonly formerNames?: readonly string[]
  /** The binary inside the package. */
  readonly file: string
}

export interface RuntimeVersion {
  readonly version: string
  /** null where the runtime has no command that prints it. */
  readonly engineVersion: string | null
}

/** Input for the command that starts a contender. */
export interface CommandOptions extends TargetOptions {
  /** Absolute path of the runner's bundled entry. */
  readonly entry: string
  /** Absolute path of the bundle: the suite and the harness, the same file for every contender. */
  readonly bundle: string
  /** Absolute path of the CommonJS module that it imports; absent where it imports none. */
  readonly script?: string
  /** Named pipes of this contender; unused by a runner that talks over a socket. */
  readonly pipes: { readonly commands: string; readonly replies: string }
  /** Only workerd has a compatibility date. */
  readonly compatibilityDate: string | null
  /** Whether it opens an inspector on a free loopback port, where its programs cannot profile themselves. */
  readonly isInspected: boolean
  /** Whether its programs reach no network, where the runtime itself decides that. */
  readonly isOffline: boolean
}

interface StandaloneOptions extends TargetOptions, Pick<CommandOptions, 'script' | 'compatibilityDate'> {
  /** Absolute path of the file. */
  readonly file: string
}

/** How a runtime runs a standalone file. */
export interface Standalone {
  /** Expressions of a clock in milliseconds and of a function that prints a line. Default: those of the web. */
  readonly now?: string
  readonly print?: string
  /** Default: `mjs`. */
  readonly extension?: 'js'
  /** The end of the file, which has `main`, an async function, run. */
  readonly ending: string
  command(options: StandaloneOptions): Command
}

/** Input for the command that starts an app on a runtime's own server. */
interface ServerCommandOptions extends TargetOptions, Pick<CommandOptions, 'compatibilityDate'> {
  /** Absolute path of the bundled entry of the server; '' where the runtime starts the app by itself. */
  readonly entry: string
  /** Absolute path of the app: an ES module whose default export is an object with `fetch`. */
  readonly app: string
  /** A named pipe for the line with the port; also a prefix for files of this server. */
  readonly port: string
}

/** The HTTP server that comes with a runtime, or that its users put under a `fetch` handler. */
export interface NativeServer {
  readonly name: string
  /** The module that starts it; bundled before use. Null where the runtime starts the app by itself. */
  readonly entry: URL | null
  /** How it reports its port: on a named pipe, or on descriptor 3. */
  readonly portSource: 'pipe' | 'control'
  command(options: ServerCommandOptions): Command
  /** Returns how a script that listens by itself is started; null where the runtime has no scripts. */
  readonly script: ((options: ScriptOptions) => Command) | null
}

interface ScriptOptions extends TargetOptions {
  /** Absolute path. */
  readonly file: string
  readonly args: readonly string[]
}

/** A runtime that npm packages carry, which reports more than a shell does. */
export interface PackagedRunner extends Runner {
  readonly engineLog: EngineLog
  readonly heapTrace: HeapTrace
}

/** Everything the host must know about a runtime. Each folder under `runners/` defines one. */
export interface Runner {
  readonly name: RuntimeName
  readonly engineName: 'v8' | 'jsc' | 'spidermonkey' | 'quickjs' | 'hermes'
  /** The declared resolution of its clock; a run measures it too. Nanoseconds. */
  readonly declaredResolutionNs: number
  /** How long a batch must last for clock and channel to cost little in comparison. Nanoseconds. */
  readonly batchNs: number
  /** How long a timed batch must last for what others' turns take from its caches to cost little too. Nanoseconds. */
  readonly turnNs: number
  /**
   * pipes: the two named pipes are arguments. streams: they are its standard input and output. bytecode: replies go to
   * its standard output, and commands into the bytecode that it has mapped.
   */
  readonly channel: 'pipes' | 'websocket' | 'streams' | 'bytecode'
  /** npm packages by `platform-arch`, e.g. `linux-x64`; empty for a shell. */
  readonly packages: Readonly<Record<string, RuntimePackage>>
  /** Where a build from source leaves the binary, relative to folders that a user may name. */
  readonly builtFiles: readonly string[]
  /** The side of the protocol that runs inside; bundled before use. */
  readonly entry: URL
  /** Arguments that make the binary print its version on standard output. */
  readonly versionArgs: readonly string[]
  /** With which it ends then. Default: 0. */
  readonly versionExitCode?: number
  /** The file name of the library that holds the engine, where the binary is a front of it. */
  readonly engineLibrary?: RegExp
  /** Returns null when the text was not written by this runtime. */
  parseVersion(stdout: string): RuntimeVersion | null
  /** Whether a word of a target (`--no-opt`, `useFTLJIT=0`) has the form of a flag of this runtime. */
  isFlag(word: string): boolean
  readonly flagList: FlagList
  /** Absent where the engine reports none. */
  readonly flagValues?: FlagValues
  /** Flags, as a target gives them, that make it write a map of its machine code for Linux perf; absent where it has none. */
  readonly codeMapFlags?: readonly string[]
  /** Flags, as a target gives them, that end inlining: its sampler of allocations sees each function. Absent: it has none. */
  readonly plainFrameFlags?: readonly string[]
  /** Absent where the engine has none that can be read. */
  readonly engineLog?: EngineLog
  /** Absent where the binary reports none. */
  readonly buildFacts?: BuildFacts
  /** Absent where the engine reports no collections. */
  readonly heapTrace?: HeapTrace
  /** Returns the compatibility date of a build; absent where the runtime has none. */
  compatibilityDate?(version: string): string | null
  command(options: CommandOptions): Command
  /** Returns what the text of a CommonJS module is written as; absent where that is the text itself. */
  scriptText?(text: string): string
  readonly standalone: Standalone
  readonly server: NativeServer
  /** Whether a build cannot read today's syntax, so that its suites are lowered; absent where every supported build can. */
  isOld?(version: string): boolean
}
