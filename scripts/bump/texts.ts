import type { GapOutcome } from './ask-suite.ts'
import { type Choice, remarksOn } from './choose-versions.ts'

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

/** Whether declaration and binary disagree. */
export function isWrong({ declared, failure }: GapOutcome): boolean {
  return (declared === null) !== (failure === null)
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
