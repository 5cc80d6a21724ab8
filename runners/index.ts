import { bun } from './bun/runner.ts'
import { deno } from './deno/runner.ts'
import { node } from './node/runner.ts'
import type { Runner, RuntimeName } from './runner.ts'
import { workerd } from './workerd/runner.ts'

export type { CodeEvent } from './code-trace.ts'
export type { Command } from './command.ts'
export { HARMLESS_FLAGS, isHarmlessFlag } from './harmless-flags.ts'
export type { Collection, HeapTrace } from './heap-trace.ts'
export type { NativeServer, Runner, RuntimeName, RuntimePackage, RuntimeVersion } from './runner.ts'
export type { EngineEvent } from './trace.ts'

/** Every runtime Steelyard knows, in the order of a plain run. */
export const runners: Readonly<Record<RuntimeName, Runner>> = { node, deno, bun, workerd }
