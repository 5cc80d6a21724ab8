import type { SuiteRecord } from '@steelyard/record'

export function codeOf({ code }: SuiteRecord, caseId: string): string | null {
  return code !== null && Object.hasOwn(code.cases, caseId) ? (code.cases[caseId] ?? null) : null
}

export function descriptionOf({ descriptions }: SuiteRecord, caseId: string): string | null {
  return Object.hasOwn(descriptions, caseId) ? (descriptions[caseId] ?? null) : null
}
