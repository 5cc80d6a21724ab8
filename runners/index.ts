import { bun } from './bun/runner.ts'
import { d8 } from './d8/runner.ts'
import { deno } from './deno/runner.ts'
import { hermes } from './hermes/runner.ts'
import { js } from './js/runner.ts'
import { jsc } from './jsc/runner.ts'
import { node } from './node/runner.ts'
import { qjs } from './qjs/runner.ts'
import type { PackagedName, PackagedRunner, Runner, ShellName } from './runner.ts'
import { workerd } from './workerd/runner.ts'

export type { Command } from './command.ts'
export type { EngineLog, EngineLogEvent, LoggedFunction } from './engine-log.ts'
export type { Collection, HeapTrace } from './heap-trace.ts'
export { findMailbox, LONGEST_COMMAND, mailOf } from './hermes/mailbox.ts'
export { inspectorSampler, type Post } from './inspector-sampler.ts'
export type {
  CommandOptions,
  PackagedName,
  Runner,
  RuntimeName,
  RuntimePackage,
  RuntimeVersion,
  ShellName,
} from './runner.ts'
export { replyInLine } from './shells/marked-line.ts'

/** The runtimes that npm packages carry, in the order of a plain run. */
export const PACKAGED: readonly PackagedName[] = ['node', 'deno', 'bun', 'workerd']

/** Every runtime Steelyard knows. */
export const runners: Readonly<Record<PackagedName, PackagedRunner> & Record<ShellName, Runner>> = {
  node,
  deno,
  bun,
  workerd,
  d8,
  jsc,
  js,
  qjs,
  hermes,
}

/** Whether a runtime is an engine's shell, which is only had by its path. */
export function isShell(name: string): boolean {
  return !(PACKAGED as readonly string[]).includes(name)
}
