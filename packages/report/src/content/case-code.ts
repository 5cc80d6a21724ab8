import type { SuiteRecord } from '@steelyard/record'
import { sanitize } from '@steelyard/text'

type SuiteCode = NonNullable<SuiteRecord['code']>

/** Returns code as it is safe to show: without control characters, in its own lines, each as far to the right as it is. */
export function shownCode({ setup, cases }: SuiteCode): SuiteCode {
  const texts = Object.entries(cases).map(([id, text]) => [sanitize(id), shownLines(text)] as const)
  return { setup: setup === null ? null : shownLines(setup), cases: Object.fromEntries(texts) }
}

export function codeOf({ code }: SuiteRecord, caseId: string): string | null {
  return code !== null && Object.hasOwn(code.cases, caseId) ? (code.cases[caseId] ?? null) : null
}

export function descriptionOf({ descriptions }: SuiteRecord, caseId: string): string | null {
  return Object.hasOwn(descriptions, caseId) ? (descriptions[caseId] ?? null) : null
}

function shownLines(text: string): string {
  return text
    .split('\n')
    .map(line => (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ') + sanitize(line))
    .join('\n')
}
