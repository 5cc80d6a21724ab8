import { glob, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type ComparisonRecord,
  type ResultRecord,
  type RunRecord,
  readRecord,
  readTimeline,
} from '../packages/record/src/index.ts'
import { answerOf, coldPool, matrixParts, seriesOf, shellQuoted } from '../packages/report/src/index.ts'
import { formatDuration, formatRatio } from '../packages/text/src/index.ts'

/**
 * Puts numbers of kept records into the pages that quote them, or, with --check, fails where a page and its record disagree.
 * A page quotes a ratio as a link to its record whose title names the comparison, `case: head ÷ base` or
 * `case ÷ baseline: target`. A title that begins with `CPU: ` names the ratio of CPU time where the verdict is about wall
 * time; `p99: case: target` names a latency of requests or of single calls, `pool max: …` of a simulated pool of cold
 * servers. In a link to a timeline, `case: version ÷ version` names a step or an anchor. A matrix stands between
 * `<!-- matrix trig.json targets -->` and `<!-- end -->`, the records of a page between `<!-- records trig.json … -->` and
 * `<!-- end -->`, and how many verdicts a second record repeats between `<!-- again trig.json … -->` and `<!-- end -->`.
 */

const PAGES = ['results/findings.md', 'bench/*/README.md', 'reports/*/README.md']
const RATIO = /\[(?:[^[\]]|\[[^[\]]*\])*\]\(([^()\s]+\.jsonl?) "([^"]+)"\)/g
const BLOCK = /(<!-- (matrix|records|again) ([^>]+) -->\n)[\s\S]*?(<!-- end -->)/g

const LATENCIES = {
  p50: ({ server, calls }: ResultRecord) => server?.latency?.p50Ns ?? calls?.p50Ns,
  p95: ({ server, calls }: ResultRecord) => server?.latency?.p95Ns ?? calls?.p95Ns,
  p99: ({ server, calls }: ResultRecord) => server?.latency?.p99Ns ?? calls?.p99Ns,
  'first byte': ({ server }: ResultRecord) => server?.firstByte?.p50Ns,
  'pool max': ({ start }: ResultRecord) => start && coldPool(start.launches).maxNs,
} as const

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
    const figure = file.endsWith('.jsonl')
      ? stepFigure(join(dirname(page), file), id)
      : figureOf(await recordAt(file), id, page)
    return `[${figure}](${file} "${id}")`
  })
  const current = await replaced(withRatios, BLOCK, async ([, begin = '', kind, words = '', end = '']) => {
    const files = words.split(' ')
    const [file = '', axis] = files
    const lineOf = kind === 'again' ? againLine : recordLine
    const block =
      kind === 'matrix'
        ? matrixTable(await recordAt(file), axis)
        : (await Promise.all(files.map(name => lineOf(name, recordAt, file)))).join('\n')
    return `${begin}\n${block}\n\n${end}`
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
  const { suites, machine } = answerOf(record)
  const matrices = suites.flatMap(suite => suite.matrices).filter(matrix => matrix.axis === axis)
  // The interval of an undecided ratio stands in its cell as ± already.
  const parts = matrices.flatMap(matrix =>
    matrixParts({ ...matrix, cells: matrix.cells.map(row => row.map(cell => ({ ...cell, known: '' }))) }),
  )
  const noise = machine.isNoisy ? [`Noise: ${machine.why.join(', ')}.`] : []
  return [...parts, ...noise].join('\n\n')
}

type RecordAt = (file: string) => Promise<RunRecord>

/** Names the CPU where it is not that of the first record in the list. */
async function recordLine(file: string, recordAt: RecordAt, firstFile: string): Promise<string> {
  const record = await recordAt(file)
  const { cpuId } = record.environment
  const cpu = cpuId === (await recordAt(firstFile)).environment.cpuId ? '' : `, ${cpuId}`
  const launches = record.comparisons.filter(({ paired }) => paired).map(({ ratio }) => ratio.n)
  const n = Array.from(new Set([Math.min(...launches), Math.max(...launches)])).join(' to ')
  const words = record.command.map((word, index, all) =>
    // A setup may be as long as a page, and the record has it.
    all[index - 1] === '--setup' ? '…' : shellQuoted(word),
  )
  return `- [${file}](${file}): \`${words.join(' ')}\`, ${dateOf(record)}, n ${n}${cpu}${noiseOf(record)}`
}

/** Returns how many verdicts of a record repeat in the one of the same name under `again/`, and how far ratios lie apart. */
async function againLine(file: string, recordAt: RecordAt): Promise<string> {
  const first = await recordAt(file)
  const again = await recordAt(`again/${file}`)
  const pairs = again.comparisons.flatMap(now => {
    const [before, ...others] = first.comparisons.filter(
      one => one.paired && wholeName(one) === wholeName(now),
    )
    if (others.length > 0)
      throw new Error(`${file}: ${others.length + 1} comparisons are named '${wholeName(now)}'`)
    return before && now.paired ? [{ before, now }] : []
  })
  const decided = pairs.filter(({ before, now }) =>
    [before, now].every(({ verdict }) => verdict === 'faster' || verdict === 'slower'),
  )
  const turned = decided.filter(({ before, now }) => before.verdict !== now.verdict).length
  const apart = Math.max(
    0,
    ...decided.map(({ before, now }) => Math.abs(Math.log(now.ratio.value / before.ratio.value))),
  )
  const percent = Math.round(100 * Math.expm1(apart))
  return `- [${file}](again/${file}), ${dateOf(again)}, ${again.environment.cpuId}${noiseOf(again)}: ${pairs.length} ratios, ${decided.length} decided twice, ${turned} with another sign; sizes differ by at most ${percent} %`
}

/** Returns why the machine was noisy, each reason after a comma; nothing where it was quiet. */
function noiseOf(record: RunRecord): string {
  return answerOf(record)
    .machine.why.map(reason => `, ${reason}`)
    .join('')
}

function dateOf({ startedAt }: RunRecord): string {
  return startedAt.slice(0, 10)
}

function figureOf(record: RunRecord, id: string, page: string): string {
  const [kind = '', name = ''] = id.split(/: (.*)/)
  if (kind in LATENCIES) return latencyOf(record, kind as keyof typeof LATENCIES, name, page)
  const isCpu = kind === 'CPU'
  const { ratio, otherClockRatio, metric, verdict, reason } = comparisonOf(record, isCpu ? name : id, page)
  if (isCpu && metric === 'cpu')
    throw new Error(`${page}: the verdict of '${name}' is about CPU time already`)
  if (isCpu && otherClockRatio === null) throw new Error(`${page}: '${name}' has no CPU time`)
  const open = verdict === 'inconclusive' && !isCpu ? ` ? (${reason})` : ''
  return `${formatRatio((isCpu ? otherClockRatio : null) ?? ratio)}${open}`
}

/** Returns the ratio of a step or anchor: of its second session where there is one. */
function stepFigure(file: string, id: string): string {
  const [runtime, suite] = [basename(dirname(file)), basename(file, '.jsonl')]
  const found = seriesOf({ runtime, suite, lines: readTimeline(file) }).flatMap(series =>
    [...series.steps, ...series.anchors].filter(
      ({ base, head }) =>
        !series.isSuperseded && `${series.key.case}: ${head.version} ÷ ${base.version}` === id,
    ),
  )
  const [step] = found
  if (step === undefined || found.length > 1)
    throw new Error(`${file}: ${found.length} steps are named '${id}'`)
  return formatRatio(step.ratio)
}

function latencyOf({ results }: RunRecord, kind: keyof typeof LATENCIES, name: string, page: string): string {
  const found = results.filter(result => name === `${result.case}: ${result.target.replace(/@.*/, '')}`)
  const [result] = found
  const ns = found.length === 1 && result ? LATENCIES[kind](result) : null
  if (ns == null) throw new Error(`${page}: ${found.length} latencies are named '${kind}: ${name}'`)
  return formatDuration(ns)
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

/** With the suite and parameters, without versions of runtimes. */
function wholeName(comparison: ComparisonRecord): string {
  return `${comparison.suite}/${namesOf(comparison)[2]}`
}

async function replaced(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const texts = await Promise.all([...text.matchAll(pattern)].map(replacement))
  return text.replaceAll(pattern, () => texts.shift() ?? '')
}
