import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { sanitize } from '@steelyard/text'

/** Returns a record as it is shown: without control characters. */
export function shownRecord(record: RunRecord): RunRecord {
  const safe = sanitize(record)
  const suites = safe.suites.map((suite, index) => {
    const code = record.suites[index]?.code ?? null
    return code === null ? suite : { ...suite, code: shownCode(code) }
  })
  return { ...safe, suites }
}

/** Returns code without control characters; line breaks and indentation stay, a tab becomes two spaces. */
function shownCode({ setup, cases }: NonNullable<SuiteRecord['code']>) {
  const texts = Object.entries(cases).map(([id, text]) => [sanitize(id), shownLines(text)] as const)
  return { setup: setup === null ? null : shownLines(setup), cases: Object.fromEntries(texts) }
}

function shownLines(text: string): string {
  return text
    .split('\n')
    .map(line => (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ') + sanitize(line))
    .join('\n')
}
