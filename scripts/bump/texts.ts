import { basename } from 'node:path'
import { type Choice, remarksOn } from './choose-versions.ts'
import { type GapOutcome, isWrong } from './compare-gaps.ts'
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

/** Returns where declarations and binaries disagree, one line each. */
export function gapsText(outcomes: readonly GapOutcome[]): string {
  const wrong = outcomes.filter(isWrong)
  return [`Declared gaps that are wrong: ${wrong.length || 'none'}`, ...wrong.map(gapLine)].join('\n')
}

function gapLine({ subject, runtime, version, declared, failure }: GapOutcome): string {
  const what = `${subject} on ${runtime}@${version}:`
  return failure === null
    ? `  closed  ${what} it works, but is declared: ${declared}. Take the declaration out.`
    : `  new     ${what} ${failure}. Fix it, or declare it.`
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
