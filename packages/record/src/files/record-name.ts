import type { RunRecord } from '../record.ts'

/**
 * Returns the name of the record's file: start in UTC, its first suite, and the last six letters or digits of the id. A
 * partial record has fewer suites than the whole one, which takes its place. For example
 * `2026-11-21T09-00-00-json-reviver-1a2b3c.json`. Safe on every file system.
 */
export function recordName(record: Pick<RunRecord, 'id' | 'startedAt' | 'suites'>): string {
  const instant = new Date(record.startedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  const suffix = record.id.replace(/[^0-9a-z]/gi, '').slice(-6)
  return `${[instant, suiteWord(record.suites[0]?.name ?? ''), suffix].filter(Boolean).join('-')}.json`
}

/** Returns the name of the folder of a record's profiles, which stands next to its file. */
export function profileFolder(record: Pick<RunRecord, 'id' | 'startedAt' | 'suites'>): string {
  return recordName(record).replace(/json$/, 'profiles')
}

function suiteWord(name: string): string {
  return name
    .replace(/[^0-9a-z]+/gi, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
}
