import { basename } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** A reporter of `node --test`: a line for each test that failed, and for each declared gap that has closed. */
export default async function* findings(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const finding = findingOf(event)
    if (finding !== null) yield `  ${finding}\n`
  }
}

function findingOf({ type, data }: TestEvent): string | null {
  if (type !== 'test:pass' && type !== 'test:fail') return null
  const { name, todo } = data
  // The file that names the runtime, not the one with the contract.
  const test = `${basename(data.entryFile ?? data.file ?? '')}, '${name}'`
  // A declared gap runs as a test that is still to do.
  const isGap = todo !== undefined && todo !== false
  if (type === 'test:pass')
    return isGap ? `closed  ${test}: it passes, but is declared as a gap: ${todo}` : null
  const { error } = data.details
  // Of its group, which adds nothing.
  const isEcho = (error as { readonly failureType?: string }).failureType === 'subtestsFailed'
  if (isGap || isEcho) return null
  const { message } = error.cause instanceof Error ? error.cause : error
  return `failed  ${test}: ${message.split('\n')[0] ?? ''}`
}
