import type { MadeCase } from '@steelyard/harness/adopted'
import { registry } from './registry.ts'

export type Hook = (...args: unknown[]) => unknown

export interface Marks {
  readonly only?: boolean
  /** Whether the file skips it, or why. */
  readonly skip?: boolean | string
}

/** What marks and hooks hold for: a benchmark, a `describe` or `suite` around it, or the file itself. */
export interface Block extends Required<Marks> {
  readonly parent: Block | null
  readonly name: string
  readonly before: Hook[]
  readonly after: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
}

export function blockOf(parent: Block | null, name: string, { only = false, skip = false }: Marks): Block {
  return { parent, name, only, skip, before: [], after: [], beforeEach: [], afterEach: [] }
}

export const file: Block = blockOf(null, '', {})
/** Where the file goes on to define something. */
export const place: { current: Block } = { current: file }

export const before = (hook: Hook): void => void place.current.before.push(hook)
export const after = (hook: Hook): void => void place.current.after.push(hook)
export const beforeEach = (hook: Hook): void => void place.current.beforeEach.push(hook)
export const afterEach = (hook: Hook): void => void place.current.afterEach.push(hook)

/** Returns a block and those around it, the file first. */
export function chainOf(block: Block): readonly Block[] {
  return [...(block.parent === null ? [] : chainOf(block.parent)), block]
}

export function isSkipped(block: Block): boolean {
  return chainOf(block).some(({ skip }) => skip)
}

/** A benchmark. `make` is given all blocks that its hooks are in. */
export interface Leaf {
  readonly block: Block
  readonly make: (chain: readonly Block[]) => Promise<MadeCase>
}

export function registerLeaves(leaves: readonly Leaf[]): void {
  const hasOnly = leaves.some(({ block }) => isOnly(chainOf(block)))
  for (const { block, make } of leaves) {
    const chain = chainOf(block)
    registry.cases.push({
      path: chain.slice(1).map(({ name }) => name),
      unsupported: unsupportedOf(chain, hasOnly),
      make: () => make(chain),
    })
  }
}

function isOnly(chain: readonly Block[]): boolean {
  return chain.some(({ only }) => only)
}

function unsupportedOf(chain: readonly Block[], hasOnly: boolean): string | null {
  const skip = chain.map(one => one.skip).find(Boolean)
  if (skip) return typeof skip === 'string' ? `the file skips it: ${skip}` : 'the file skips it'
  return hasOnly && !isOnly(chain) ? 'the file runs only others' : null
}

/**
 * Calls the hooks before a benchmark, those of the file first, and returns what calls those after it.
 *
 * @param call is given null for a hook around each benchmark of its block
 */
export async function begun(
  chain: readonly Block[],
  call: (hook: Hook, block: Block | null) => unknown,
): Promise<() => Promise<void>> {
  for (const block of chain) for (const hook of block.before) await call(hook, block)
  for (const block of chain) for (const hook of block.beforeEach) await call(hook, null)
  return async () => {
    const inner = [...chain].reverse()
    for (const block of inner) for (const hook of block.afterEach) await call(hook, null)
    for (const block of inner) for (const hook of block.after) await call(hook, block)
  }
}
