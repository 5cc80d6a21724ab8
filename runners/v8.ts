import { v8HeapTrace } from './heap-trace.ts'
import type { Runner } from './runner.ts'
import { v8Log } from './v8-log.ts'

/** The engine of d8 and of every runtime that is built on V8. */
export const V8 = {
  engineName: 'v8',
  engineLog: v8Log,
  heapTrace: v8HeapTrace,
} as const satisfies Partial<Runner>

/** V8 in a runtime that can name its functions for profilers. */
export const PROFILED_V8 = {
  ...V8,
  // V8 writes each function with its place and its tier; interpreted functions get frames of their own.
  codeMapFlags: ['--perf-basic-prof', '--interpreted-frames-native-stack'],
  // V8's sampler of allocations reports an inlined function as the function around it.
  plainFrameFlags: ['--no-turbo-inlining', '--no-maglev-inlining'],
  isFlag: (word: string) => word.startsWith('-'),
} as const satisfies Partial<Runner>
