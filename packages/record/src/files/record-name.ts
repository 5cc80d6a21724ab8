import type { RunRecord } from '../record.ts'

/**
 * Returns the name of the record's file: start in UTC, suite, and the last six letters or digits of the id,
 * e.g. `2026-11-21T09-00-00-json-reviver-1a2b3c.json`. Safe on every file system.
 */
export function recordName(record: Pick<RunRecord, 'id' | 'startedAt' | 'suites'>): string {
  const instant = new Date(record.startedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  const suffix = record.id.replace(/[^0-9a-z]/gi, '').slice(-6)
  return `${[instant, suiteWords(record.suites.map(suite => suite.name)), suffix].filter(Boolean).join('-')}.json`
}

/** Returns the name of the folder of a record's profiles, which stands next to its file. */
export function profileFolder(record: Pick<RunRecord, 'id' | 'startedAt' | 'suites'>): string {
  return recordName(record).replace(/json$/, 'profiles')
}

function suiteWords([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  const word = first
    .replace(/[^0-9a-z]+/gi, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return others.length === 0 ? word : `${word}-and-${others.length}-more`
}
