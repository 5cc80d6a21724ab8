import { basename } from 'node:path'
import { type Choice, remarksOn } from './choose-versions.ts'
import { type GapChange, isWrong } from './compare-gaps.ts'
import type { ContractOutcome } from './run-contract.ts'

/** Returns the pinned and the newest versions, with remarks. */
export function choicesText(choices: readonly Choice[]): string {
  const rows = choices.map(({ product, platform, packageName, version, newest, next }) => [
    product,
    platform ?? 'all',
    packageName,
    version,
    newest ?? 'none',
    next === version ? '' : `→ ${next}`,
  ])
  return [
    table([['name', 'platform', 'package', 'pinned', 'newest', ''], ...rows]),
    ...remarksOn(choices),
  ].join('\n')
}

/** Returns the outcome of the contract: the tests that failed, and the declared gaps that have closed. */
export function contractText({ isKept, findings }: ContractOutcome): string {
  const lines = findings.map(({ kind, file, test, message }) =>
    kind === 'failed'
      ? `  failed  ${basename(file)}, '${test}': ${message}`
      : `  closed  ${basename(file)}, '${test}': it passes, but is declared as a gap: ${message}`,
  )
  return [isKept ? 'Every runner keeps its contract.' : 'The contract of the runners FAILED.', ...lines].join(
    '\n',
  )
}

/** Returns which declared gaps changed, one line each; those that changed as they were declared to come last. */
export function gapsText(changes: readonly GapChange[]): string {
  const wrong = changes.filter(isWrong)
  const foreseen = changes.filter(change => !isWrong(change))
  return [
    ...listed('Declared gaps that changed', wrong),
    ...(foreseen.length > 0 ? listed('Declarations that begin or end with these versions', foreseen) : []),
  ].join('\n')
}

function listed(heading: string, changes: readonly GapChange[]): readonly string[] {
  return [`${heading}: ${changes.length || 'none'}`, ...changes.map(change => `  ${gapLine(change)}`)]
}

function gapLine({ kind, subject, runtime, version, declared, failure, wasBefore }: GapChange): string {
  const before = wasBefore ? ' It was so before the bump.' : ''
  const what = `${kind.padEnd(6)}  ${subject} on ${runtime}@${version}:`
  switch (kind) {
    case 'closed':
      return `${what} it works, but is declared: ${declared}.${before} Take the declaration out.`
    case 'new':
      return `${what} ${failure}.${before} Fix it, or declare it.`
    case 'lapsed':
      return `${what} it works, and the declaration says so: it ends before this version.`
    case 'begun':
      return `${what} it fails, and the declaration says so: ${declared}.`
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
