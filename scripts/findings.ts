import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ComparisonRecord, type RunRecord, readRecord } from '../packages/record/src/index.ts'
import { answerOf, matrixParts, shellQuoted } from '../packages/report/src/index.ts'
import { formatRatio } from '../packages/text/src/index.ts'

/**
 * Puts numbers of kept records into the pages that quote them, or, with --check, fails where a page and its record disagree.
 * A page quotes a ratio as a link to its record whose title names the comparison, `case: head ÷ base` or
 * `case ÷ baseline: target`. A matrix stands between `<!-- matrix trig.json targets -->` and `<!-- end -->`, and the records
 * of a page between `<!-- records trig.json … -->` and `<!-- end -->`.
 */

const PAGES = ['results/findings.md', 'bench/*/README.md', 'reports/*/README.md']
const RATIO = /\[(?:[^[\]]|\[[^[\]]*\])*\]\(([^()\s]+\.json) "([^"]+)"\)/g
const BLOCK = /(<!-- (matrix|records) ([^>]+) -->\n)[\s\S]*?(<!-- end -->)/g

const isCheck = process.argv.includes('--check')
const records = new Map<string, Promise<RunRecord>>()
const stale: string[] = []

for await (const page of glob(PAGES)) {
  const text = await readFile(page, 'utf8')
  const recordAt = (file: string) => {
    const path = join(dirname(page), file)
    const record = records.get(path) ?? readRecord(path)
    records.set(path, record)
    return record
  }
  const withRatios = await replaced(text, RATIO, async ([, file = '', id = '']) => {
    const { ratio, verdict, reason } = comparisonOf(await recordAt(file), id, page)
    const open = verdict === 'inconclusive' ? ` ? (${reason})` : ''
    return `[${formatRatio(ratio)}${open}](${file} "${id}")`
  })
  const current = await replaced(withRatios, BLOCK, async ([, begin = '', kind, words = '', end = '']) => {
    const [file = '', ...rest] = words.split(' ')
    const table =
      kind === 'matrix'
        ? matrixTable(await recordAt(file), rest[0])
        : await recordsList([file, ...rest], recordAt)
    return `${begin}\n${table}\n\n${end}`
  })
  if (unpadded(current) === unpadded(text)) continue
  stale.push(page)
  if (!isCheck) await writeFile(page, current)
}

if (isCheck && stale.length > 0) {
  process.stderr.write(
    `Numbers in ${stale.join(', ')} are not those of the records. Run 'node scripts/findings.ts'.\n`,
  )
  process.exitCode = 1
}

/** Biome pads the cells of tables. */
function unpadded(text: string): string {
  return text.replaceAll(/-+/g, '-').replaceAll(/ +/g, ' ')
}

function matrixTable(record: RunRecord, axis: string | undefined): string {
  const { suites } = answerOf(record, { unicode: true })
  const matrices = suites.flatMap(suite => suite.matrices).filter(matrix => matrix.axis === axis)
  // The interval of an undecided ratio stands in its cell as ± already.
  const parts = matrices.flatMap(matrix =>
    matrixParts({ ...matrix, cells: matrix.cells.map(row => row.map(cell => ({ ...cell, known: '' }))) }),
  )
  return parts.join('\n\n')
}

async function recordsList(
  files: readonly string[],
  recordAt: (file: string) => Promise<RunRecord>,
): Promise<string> {
  const rows = await Promise.all(
    files.map(async file => {
      const record = await recordAt(file)
      const { isNoisy, why } = answerOf(record, { unicode: true }).machine
      const launches = record.comparisons.filter(({ paired }) => paired).map(({ ratio }) => ratio.n)
      const n = Array.from(new Set([Math.min(...launches), Math.max(...launches)])).join(' to ')
      const time = record.startedAt.slice(0, 16).replace('T', ' ')
      const state = isNoisy ? why.join(', ') : 'quiet'
      return `- [${file}](${file}): \`pnpm bench ${record.command.map(shellQuoted).join(' ')}\`, ${time} UTC, ${n} launches, ${state}`
    }),
  )
  return rows.join('\n')
}

function comparisonOf({ comparisons }: RunRecord, id: string, page: string): ComparisonRecord {
  const found = comparisons.filter(one => one.reason !== 'unpaired' && namesOf(one).includes(id))
  const [comparison] = found
  if (comparison === undefined || found.length > 1) {
    throw new Error(`${page}: ${found.length} comparisons are named '${id}'`)
  }
  return comparison
}

/** Names of a comparison: with and without parameters and versions of runtimes, which a page gives where it must. */
function namesOf(comparison: ComparisonRecord): string[] {
  const { baseCase, params, base, head } = comparison
  const values = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  return [comparison.case, [comparison.case, ...values].join(' ')].flatMap(own =>
    [(target: string) => target.replace(/@\S*/, ''), (target: string) => target].map(named =>
      base === head ? `${own} ÷ ${baseCase}: ${named(head)}` : `${own}: ${named(head)} ÷ ${named(base)}`,
    ),
  )
}

async function replaced(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const texts = await Promise.all([...text.matchAll(pattern)].map(replacement))
  return text.replaceAll(pattern, () => texts.shift() ?? '')
}
