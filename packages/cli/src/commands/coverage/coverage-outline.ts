import { byTarget, type CountedReason, type Coverage } from '@steelyard/measure'
import { headingsOf, note, type Outline } from '@steelyard/report'
import { counted, formatPercent, name, nameList, type Phrase, sanitize } from '@steelyard/text'

const MOST_FILES = 3

export function coverageOutline(unsafe: Coverage, label: string): Outline {
  const coverage = sanitize(unsafe)
  const { files, others } = coverage
  const targets = byTarget(coverage)
  const cases = files.flatMap(file => file.cases)
  const configurations = cases.reduce((sum, one) => sum + one.configurations, 0)
  const unverified = cases.filter(({ isUnverified }) => isUnverified).length
  const [first, ...rest] = targets
  const nowhere = (first?.reasons ?? []).filter(reason =>
    rest.every(({ reasons }) => reasons.some(other => keyOf(other) === keyOf(reason))),
  )
  const shared = new Set(nowhere.map(keyOf))
  const dialects = [...Map.groupBy(files, ({ dialect }) => dialect ?? 'unknown dialect')]
  return {
    title: `What runs of ${sanitize(label)}`,
    headline: [
      [
        `${counted(files.length, 'benchmark file')}, ${counted(cases.length, 'case')}, ${counted(configurations, 'configuration')}.`,
      ],
      [`Written for ${dialects.map(([dialect, of]) => `${dialect} (${of.length})`).join(', ')}.`],
    ],
    blocks: [
      {
        title: ['How much runs'],
        headings: headingsOf(['target'], ['files', 'of all', 'in part', 'cases', 'of all']),
        rows: targets.map(({ target, wholeFiles, partFiles, cases: running }) => [
          [name(target)],
          String(wholeFiles),
          shareOf(wholeFiles, files.length),
          String(partFiles),
          String(running),
          shareOf(running, cases.length),
        ]),
      },
      { title: 'What runs on no target', items: nowhere.map(reasonPhrase) },
      ...targets.map(({ target, reasons }) => ({
        title: `What does not run on ${target}`,
        items: reasons.filter(reason => !shared.has(keyOf(reason))).map(reasonPhrase),
      })),
      {
        title: 'Not taken for benchmarks',
        items:
          others.length === 0
            ? []
            : [
                [
                  `${counted(others.length, 'script')} that ${others.length === 1 ? 'uses' : 'use'} no dialect that is known: `,
                  ...nameList(others, MOST_FILES),
                ],
              ],
      },
      note(noteText(cases.length, unverified)),
    ],
  }
}

function reasonPhrase({ fault, text, cases, files }: CountedReason): Phrase {
  const what =
    cases === 0
      ? counted(files.length, 'file')
      : `${counted(cases, 'case')} in ${counted(files.length, 'file')}`
  return [`${what}, `, ...nameList(files, MOST_FILES), `: ${fault}${text === '' ? '' : ` (${text})`}`]
}

function keyOf(reason: CountedReason): string {
  return JSON.stringify(reason)
}

function noteText(cases: number, unverified: number): string {
  return [
    'Every file was asked on every target what it registers, and every case was called there with the first value of each parameter. Nothing was timed.',
    ...(unverified === 0
      ? []
      : [`The answers of ${unverified} of ${counted(cases, 'case')} cannot be compared between targets.`]),
  ].join(' ')
}

function shareOf(part: number, whole: number): string {
  if (whole === 0) return ''
  // Never rounded up: all is said only of all.
  const steps = part / whole >= 0.1 ? 100 : 1000
  return formatPercent(Math.floor((steps * part) / whole) / steps)
}
