import type { TestEvent } from 'node:test/reporters'

/** A test's finding about a broken declaration of the contract, or about a gap that has closed. */
export interface ContractFinding {
  readonly kind: 'failed' | 'closed'
  readonly file: string
  readonly test: string
  /** What it failed with, or why the gap was declared; one line. */
  readonly message: string
}

/** A reporter of `node --test`: a line of JSON for each finding. */
export default async function* findings(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const finding = findingOf(event)
    if (finding !== null) yield `${JSON.stringify(finding)}\n`
  }
}

function findingOf({ type, data }: TestEvent): ContractFinding | null {
  if (type !== 'test:pass' && type !== 'test:fail') return null
  const { name: test, todo } = data
  // The file that names the runtime, not the one with the contract.
  const file = data.entryFile ?? data.file ?? ''
  // A declared gap runs as a test that is still to do.
  const isGap = todo !== undefined && todo !== false
  if (type === 'test:pass') return isGap ? { kind: 'closed', file, test, message: String(todo) } : null
  const { error } = data.details
  // Of its group, which adds nothing.
  const isEcho = (error as { readonly failureType?: string }).failureType === 'subtestsFailed'
  if (isGap || isEcho) return null
  const { message } = error.cause instanceof Error ? error.cause : error
  return { kind: 'failed', file, test, message: message.split('\n')[0] ?? '' }
}
