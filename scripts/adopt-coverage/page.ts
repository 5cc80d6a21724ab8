import {
  byTarget,
  type Coverage,
  type CoverageReason,
  type CoveredFile,
} from '../../packages/measure/src/coverage/coverage.ts'
import type { PublicSet } from './sets.ts'

/** What was found of a set. */
export interface FoundSet extends PublicSet {
  readonly coverage: Coverage
}

/** Returns the page of what of public sets runs. */
export function page(sets: readonly FoundSet[], day: string): string {
  const targets = sets[0]?.coverage.targets ?? []
  return `# What of public benchmark files runs

\`bench coverage <folder> --json\`, ${day}, ${targets.join(', ')}, and \`node scripts/adopt-coverage.ts\`.
Every file was loaded on every target, and every case called there once, with the first value of each parameter. Nothing was
timed. The machine was shared while this ran: a file or case that _did not end within 10 s_ may do so elsewhere.

| set | files | cases | configurations | ${targets.map(shortName).join(' | ')} |
| :-- | --: | --: | --: | ${targets.map(() => '--:').join(' | ')} |
${sets.map(row).join('\n')}

Of each target: files all of whose cases run, and cases.

Sources, with what a user would install (lodash and the like) and nothing changed:

${sets.map(({ name, source }) => `- ${name}: ${source}`).join('\n')}

_Plain_ files of Node core require nothing but \`common.js\` and assert, buffer, events, path, querystring, stream,
string_decoder, timers, url or util, ask for no flags, start no server and run for no time of their own. Plain snippets of
Bun import no packages, name neither \`Bun\` nor \`Deno\`, and need no network.

${sets
  .filter(({ isPart }) => !isPart)
  .map(leftOut)
  .join('\n')}`
}

function row({ name, coverage }: FoundSet): string {
  const { files } = coverage
  const cases = files.flatMap(file => file.cases)
  const configurations = cases.reduce((sum, one) => sum + one.configurations, 0)
  const ofTargets = byTarget(coverage).map(
    ({ wholeFiles, cases: running }) =>
      `${wholeFiles} (${Math.floor((100 * wholeFiles) / files.length)} %), ${running}`,
  )
  return `| ${[name, files.length, cases.length, configurations, ...ofTargets].join(' | ')} |`
}

function leftOut({ name, coverage: { files, targets } }: FoundSet): string {
  const found = files.flatMap(file => reasonsOf(file, targets.length))
  const lines = [...Map.groupBy(found, ({ reason }) => `${reason.fault}: ${reason.text}`).values()]
    .toSorted((one, other) => filesOf(other).length - filesOf(one).length)
    .flatMap(alike => {
      const [first] = alike
      if (first === undefined) return []
      const byWhere = Map.groupBy(filesOf(alike), file => whereOf(alike, file, targets))
      return [...byWhere].map(
        ([where, names]) => `- ${where}: ${textOf(first.reason)}. ${names.map(shortFile).join(', ')}`,
      )
    })
  return `## ${name}: what is left out\n\n${lines.join('\n')}\n`
}

/** A reason, the file that it is of, and where. */
interface FoundReason {
  readonly reason: CoverageReason
  readonly file: string
  readonly target: number
}

function reasonsOf({ file, problem, cases }: CoveredFile, targets: number): FoundReason[] {
  if (problem !== null) {
    return Array.from({ length: targets }, (_, target) => ({ reason: problem, file, target }))
  }
  return cases.flatMap(({ reasons }) =>
    reasons.flatMap((reason, target) => (reason === null ? [] : [{ reason, file, target }])),
  )
}

function filesOf(found: readonly FoundReason[]): string[] {
  return [...new Set(found.map(({ file }) => file))].sort()
}

function whereOf(found: readonly FoundReason[], name: string, targets: readonly string[]): string {
  const on = new Set(found.filter(({ file }) => file === name).map(({ target }) => target))
  return on.size === targets.length
    ? 'every target'
    : targets.flatMap((target, index) => (on.has(index) ? [shortName(target)] : [])).join(', ')
}

function textOf({ fault, text }: CoverageReason): string {
  const clean = text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/[\s:^]+$/, '')
  return clean === '' ? fault : `${fault}: ${clean}`
}

function shortName(target: string): string {
  return target.replace(/@.*/, '')
}

function shortFile(file: string): string {
  return `\`${file.replace(/^(?:benchmark|performance|bench\/snippets)\//, '').replace('.bench.ts', '')}\``
}
