import type { Sample, StackFrame } from './cpu-profile.ts'
import { nativeName } from './native-name.ts'

/** What is taken of the samples that `perf script` prints. */
interface PerfSelection {
  /** Thread that runs the case. */
  readonly thread: number
  readonly intervalUs: number
  /** Start and end of the timed batches, in nanoseconds of CLOCK_MONOTONIC, in order. */
  readonly batches: readonly { readonly startNs: number; readonly endNs: number }[]
}

/** Fields `tid,time,ip,sym`: a line of thread and time, the frames from the innermost, an empty line. */
const HEAD = /^\s*(\d+)\s+(\d+)\.(\d{9}):\s*$/
const FRAME = /^\s+([0-9a-f]+) (.+)$/

/**
 * Reads what `perf script` prints: the stacks of one thread within the timed batches, as those of the inspector. What is
 * no function of the program is one frame, in brackets: the collector, the compiler, the kernel. Other lines are skipped.
 */
export function readPerfScript(text: string, { thread, intervalUs, batches }: PerfSelection): Sample[] {
  const intern = frameTree()
  return text.split('\n\n').flatMap((block): Sample[] => {
    const [head = '', ...lines] = block.replace(/^\n+/, '').split('\n')
    const [, tid, seconds, nanoseconds] = HEAD.exec(head) ?? []
    const atNs = Number(seconds) * 1e9 + Number(nanoseconds)
    if (Number(tid) !== thread || !batches.some(({ startNs, endNs }) => startNs <= atNs && atNs < endNs)) {
      return []
    }
    const stack = lines.flatMap(line => {
      const [, address = '', symbol = ''] = FRAME.exec(line) ?? []
      return address === '' ? [] : [frameOf(address, symbol)]
    })
    const frame = intern(folded(stack.toReversed()))
    return frame === null ? [] : [{ frame, weight: intervalUs }]
  })
}

type Frame = Omit<StackFrame, 'caller'>

/** V8 has the tier before the name: interpreted, baseline, Maglev, TurboFan; in a loop that it entered late with an o. */
const SCRIPT = /^(?:JS|Script|Eval|Function|LazyCompile|Callback):(?:o?[~^+*]'?)?(.*?) ?(\S+):(\d+):(\d+)$/
/** A builtin, as an entry of the engine's map or as a symbol of its binary. */
const BUILTIN = /^(?:Builtin:|BytecodeHandler:|Builtins_)(.+)$/
const REGEXP = /^RegExp[.:](.*)$/

function frameOf(address: string, symbol: string): Frame {
  const nowhere = { url: '', line: -1, column: -1 }
  if (/^ffff[0-9a-f]{12}$/.test(address)) {
    return { ...nowhere, name: /page_fault/.test(symbol) ? PAGE_FAULT : KERNEL, kind: 'kernel' }
  }
  const [, name, url, line, column] = SCRIPT.exec(symbol) ?? []
  if (name !== undefined && url !== undefined) {
    return { name, url, line: Number(line) - 1, column: Number(column) - 1 }
  }
  if (symbol === '[unknown]') return { ...nowhere, name: '(no symbol)', kind: 'engine' }
  const [, builtin] = BUILTIN.exec(symbol) ?? []
  if (builtin !== undefined) return { ...nowhere, name: builtin, kind: 'builtin' }
  const [, pattern] = REGEXP.exec(symbol) ?? []
  if (pattern !== undefined) return { ...nowhere, name: `RegExp ${pattern}`, kind: 'builtin' }
  return { ...nowhere, name: nativeName(symbol), kind: 'native' }
}

const KERNEL = '(kernel)'
const PAGE_FAULT = '(page fault)'
const V8 = 'v8::internal::'

/** Functions of V8 within which all is its collector's or its compilers'. */
const PARTS: readonly { readonly frame: Frame; readonly begins: RegExp }[] = [
  {
    frame: { name: '(garbage collector)', url: '', line: -1, column: -1, kind: 'collector' },
    begins: new RegExp(
      `^${V8}(?:Heap::(?:CollectGarbage|CollectAllGarbage|PerformGarbageCollection|StartIncremental|FinalizeIncremental)|(?:Scavenger|Scavenge|MarkCompact|MinorMarkSweep|MinorMS|MinorGC|IncrementalMarking|ConcurrentMarking|Sweeper|Marking)[A-Za-z]*::)`,
    ),
  },
  {
    frame: { name: '(compiler)', url: '', line: -1, column: -1, kind: 'compiler' },
    begins: new RegExp(
      `^${V8}(?:(?:compiler|maglev|turboshaft|baseline|interpreter|wasm)::|(?:OptimizedCompilationJob|OptimizingCompileDispatcher|OptimizingCompileTaskExecutor|TieringManager|UnoptimizedCompilationJob|Compiler|LazyCompileDispatcher|Deoptimizer)::|Runtime_Compile)`,
    ),
  },
]

/** Returns a stack, outermost first, in which parts that belong to no function of the program are one frame. */
function folded(stack: readonly Frame[]): Frame[] {
  const inKernel = stack.findIndex(({ kind }) => kind === 'kernel')
  const [first] = PARTS.flatMap(({ frame, begins }) => {
    const at = stack.findIndex(({ name, kind }) => kind === 'native' && begins.test(name))
    return at < 0 ? [] : [{ at, frame }]
  }).toSorted((a, b) => a.at - b.at)
  if (first !== undefined) return [...stack.slice(0, first.at), first.frame]
  if (inKernel < 0) return [...stack]
  const inside = stack.slice(inKernel)
  const named = inside.find(({ name }) => name === PAGE_FAULT) ?? inside[0]
  return [...stack.slice(0, inKernel), ...(named === undefined ? [] : [named])]
}

/** Returns what gives one frame to all samples that have it with the same callers, by stacks with the outermost first. */
function frameTree() {
  const inside = new Map<StackFrame | null, Map<string, StackFrame>>()
  return (stack: readonly Frame[]) =>
    stack.reduce<StackFrame | null>((caller, frame) => {
      const known = inside.get(caller) ?? new Map<string, StackFrame>()
      inside.set(caller, known)
      const key = JSON.stringify(frame)
      const found = known.get(key) ?? { ...frame, caller }
      known.set(key, found)
      return found
    }, null)
}
