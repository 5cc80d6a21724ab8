import type { PackagedName, RuntimeName } from './runner.ts'

/** The value that may follow a name: none, or a whole number within bounds. */
type Kind = 'switch' | readonly [least: number, most: number]

type Kinds = Readonly<Record<string, Kind>>

const MEGABYTES: Kind = [1, 65_536]
const CALLS: Kind = [0, 1_000_000]
const BYTECODES: Kind = [0, 1_000_000]
const SEED: Kind = [0, 2 ** 31 - 1]
const THREADS: Kind = [1, 64]

/**
 * Switches between compilers and collectors, and their sizes. Flags that print, trace, log or profile are left out, since
 * many of them write files, and so are flags that take a name, a path or a pattern.
 */
const V8: Kinds = {
  'always-sparkplug': 'switch',
  'baseline-batch-compilation': 'switch',
  'compilation-cache': 'switch',
  'concurrent-marking': 'switch',
  'concurrent-osr': 'switch',
  'concurrent-recompilation': 'switch',
  'concurrent-sparkplug': 'switch',
  'concurrent-sweeping': 'switch',
  'expose-gc': 'switch',
  'flush-bytecode': 'switch',
  'incremental-marking': 'switch',
  jitless: 'switch',
  lazy: 'switch',
  'lazy-feedback-allocation': 'switch',
  maglev: 'switch',
  'maglev-inlining': 'switch',
  'maglev-osr': 'switch',
  'max-lazy': 'switch',
  'memory-reducer': 'switch',
  'minor-ms': 'switch',
  opt: 'switch',
  'optimize-for-size': 'switch',
  'parallel-compaction': 'switch',
  'parallel-marking': 'switch',
  'parallel-scavenge': 'switch',
  'regexp-optimization': 'switch',
  'regexp-tier-up': 'switch',
  'short-builtin-calls': 'switch',
  'single-threaded': 'switch',
  'single-threaded-gc': 'switch',
  sparkplug: 'switch',
  'turbo-escape': 'switch',
  'turbo-inlining': 'switch',
  'turbo-load-elimination': 'switch',
  'turbo-loop-peeling': 'switch',
  turbofan: 'switch',
  turbolev: 'switch',
  turboshaft: 'switch',
  'use-ic': 'switch',
  'use-osr': 'switch',
  'hash-seed': SEED,
  'random-seed': SEED,
  'initial-heap-size': MEGABYTES,
  'initial-old-space-size': MEGABYTES,
  'max-heap-size': MEGABYTES,
  'max-old-space-size': MEGABYTES,
  'max-semi-space-size': MEGABYTES,
  'min-semi-space-size': MEGABYTES,
  'semi-space-growth-factor': [1, 100],
  'invocation-count-for-maglev': CALLS,
  'invocation-count-for-osr': CALLS,
  'invocation-count-for-turbofan': CALLS,
  'max-inlined-bytecode-size': BYTECODES,
  'max-inlined-bytecode-size-cumulative': BYTECODES,
  'max-maglev-inlined-bytecode-size': BYTECODES,
  'max-optimized-bytecode-size': BYTECODES,
}

/** Bun's own options that only choose how memory is used. */
const BUN: Kinds = { smol: 'switch', 'expose-gc': 'switch' }

/** JavaScriptCore takes `true`, `false`, 1 and 0 for a switch. Its options for dumps, logs and files are left out. */
const JSC: Kinds = {
  useAccessInlining: 'switch',
  useArityFixupInlining: 'switch',
  useB3TailDup: 'switch',
  useBaselineJIT: 'switch',
  useConcurrentGC: 'switch',
  useConcurrentJIT: 'switch',
  useDFGJIT: 'switch',
  useFTLJIT: 'switch',
  useGenerationalGC: 'switch',
  useJIT: 'switch',
  useLLInt: 'switch',
  useLLIntICs: 'switch',
  useObjectAllocationSinking: 'switch',
  useOSREntryToDFG: 'switch',
  useOSREntryToFTL: 'switch',
  usePolymorphicAccessInlining: 'switch',
  usePolymorphicCallInlining: 'switch',
  useRegExpJIT: 'switch',
  maximumInliningDepth: [0, 100],
  maximumInliningRecursion: [0, 100],
  numberOfBaselineCompilerThreads: THREADS,
  numberOfDFGCompilerThreads: THREADS,
  numberOfFTLCompilerThreads: THREADS,
  numberOfGCMarkers: THREADS,
  thresholdForFTLOptimizeAfterWarmUp: CALLS,
  thresholdForJITAfterWarmUp: CALLS,
  thresholdForOptimizeAfterWarmUp: CALLS,
}

interface HarmlessFlags {
  readonly dashed: Kinds
  readonly jsc: Kinds
}

/**
 * The flags that another person's file may choose for the user, by their form: `--name` and `--no-name` or
 * `--name=64`, and for JavaScriptCore `name=1`.
 *
 * A flag belongs here when, whatever value its kind allows, it names no file, no code and no address, and writes and
 * reads nothing: look it up in the source of the engine, not in its help. The tests demand that a pinned runtime knows
 * it. A new runtime begins with two empty lists.
 */
export const HARMLESS_FLAGS: Readonly<Record<PackagedName, HarmlessFlags>> = {
  node: { dashed: V8, jsc: {} },
  deno: { dashed: V8, jsc: {} },
  workerd: { dashed: V8, jsc: {} },
  bun: { dashed: BUN, jsc: JSC },
}

/** Whether a flag is known, by its name and the kind of its value, to change only how an engine runs code. */
export function isHarmlessFlag(runtime: RuntimeName, flag: string): boolean {
  // A shell has none: a file of another person's cannot name its path.
  const { dashed = {}, jsc = {} } =
    (HARMLESS_FLAGS as Partial<Record<RuntimeName, HarmlessFlags>>)[runtime] ?? {}
  const [, no, name = '', value] = /^--(no-)?([a-z][a-z0-9-]*)(?:=(\d{1,10}))?$/.exec(flag) ?? []
  // A flag whose own name begins with `no-` is not a negated one.
  if (name !== '') return no === undefined ? isOfKind(dashed, name, value) : isSwitch(dashed, name, value)
  const [, option = '', setting = ''] = /^([A-Za-z][A-Za-z0-9]*)=(\d{1,10}|true|false)$/.exec(flag) ?? []
  if (kindOf(jsc, option) === 'switch') return ['true', 'false', '1', '0'].includes(setting)
  return isOfKind(jsc, option, setting)
}

function isSwitch(kinds: Kinds, name: string, value: string | undefined): boolean {
  return kindOf(kinds, name) === 'switch' && value === undefined
}

function isOfKind(kinds: Kinds, name: string, value: string | undefined): boolean {
  const kind = kindOf(kinds, name)
  if (kind === undefined || kind === 'switch') return isSwitch(kinds, name, value)
  const [least, most] = kind
  return value !== undefined && /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
}

/** `constructor` is no flag. */
function kindOf(kinds: Kinds, name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined
}
