import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What the navigation leads to. */
export const AREAS = [
  { area: 'home', output: 'index.html', title: 'Steelyard' },
  { area: 'scoreboard', output: 'scoreboard.html', title: 'Scoreboard' },
  { area: 'timeline', output: 'timeline.html', title: 'Timeline' },
  { area: 'suites', output: 'suites.html', title: 'Suites' },
  { area: 'records', output: 'records.html', title: 'Records' },
  { area: 'findings', output: 'findings.html', title: 'Findings' },
  { area: 'docs', output: 'docs.html', title: 'Docs' },
  { area: 'search', output: 'search.html', title: 'Search' },
] as const

/** What a page is found under. */
export type Area = (typeof AREAS)[number]['area']

/** A Markdown file of the repository, and the page that is made of it. Both are paths from the top, with `/`. */
export type TextPage = ReturnType<typeof textPages>[number]

/** In the order of the site. */
const PLACES: readonly (readonly [glob: string, area: Area, outputOf: (source: string) => string])[] = [
  ['README.md', 'home', () => 'index.html'],
  ['bench/*/README.md', 'suites', source => `suites/${basename(dirname(source))}.html`],
  ['results/findings.md', 'findings', () => 'findings.html'],
  ['docs/**/*.md', 'docs', source => source.replace(/\.md$/, '.html')],
  [
    '{ARCHITECTURE,CONTRIBUTING,CHANGELOG,SECURITY}.md',
    'docs',
    source => `docs/${basename(source, '.md').toLowerCase()}.html`,
  ],
]

/** The path of a new reader through the docs; pages that are not named follow in the order of their names. */
const PATH = [
  'docs/tutorial.md',
  'docs/cookbook.md',
  'docs/reading.md',
  'docs/compare.md',
  'docs/why.md',
  'docs/targets.md',
  'docs/servers.md',
  'docs/adopt.md',
  'docs/ci.md',
  'docs/records.md',
  'docs/history.md',
  'docs/fleet.md',
  'docs/trust.md',
  'SECURITY.md',
  'docs/api.md',
]

function byPath(a: string, b: string): number {
  const [placeA, placeB] = [a, b].map(source => (PATH.includes(source) ? PATH.indexOf(source) : PATH.length))
  return (placeA ?? 0) - (placeB ?? 0) || (a < b ? -1 : 1)
}

/** Returns the pages of the repository's Markdown files: docs, suites, findings and what is at the top. */
export function textPages(root: string) {
  return PLACES.flatMap(([glob, area, outputOf]) => {
    const sources = globSync(glob, { cwd: root }).toSorted(byPath)
    return sources.map(source => {
      const text = readFileSync(join(root, source), 'utf8')
      return { source, output: outputOf(source), area, title: titleOf(text) ?? source, text }
    })
  })
}

/** Returns the first heading of a text, without marks. */
function titleOf(text: string): string | null {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`*_]/g, '') ?? null
}

/** Returns the text from each heading of level 2 and 3 on, in their order, and first what stands above all of them. */
export function partsOf({ text }: TextPage): string[] {
  const marked = text.replaceAll(/^```[\s\S]*?^```/gm, block => block.replaceAll(/^#/gm, ' #'))
  return `\n${marked}`.split(/\n(?=#{2,3} )/)
}

/** Returns the first paragraph below the first heading. */
export function leadOf({ text }: TextPage): string {
  return /^# .+\n+([^\n#|][\s\S]*?)\n\n/m.exec(text)?.[1]?.replaceAll('\n', ' ').replaceAll('`', '') ?? ''
}
