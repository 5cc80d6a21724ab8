// Prints how large the page of a run of ten suites on four targets is, and how long it takes to make: the records under
// results/ as one, suites repeated until there are ten.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderHtml } from '../packages/report/src/pictures.ts'
import { type RunRecord, readRecord, validateRecord } from '../packages/store/src/index.ts'

const SUITES = 10

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('results/*.json', { cwd: root }).sort()
const records = await Promise.all(files.map(file => readRecord(`${root}${file}`)))
const record = validateRecord(joined(records))
const startedAt = performance.now()
const page = renderHtml([record])
const seconds = (performance.now() - startedAt) / 1000
const launches = record.results.reduce((sum, result) => sum + result.launches.length, 0)
process.stdout.write(
  `${SUITES} suites on ${record.targets.length} targets, ${record.results.length} contenders, ${launches} launches: ` +
    `${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s\n`,
)

/** All of them ran on the same four builds or on others of the same runtimes; the targets are those of the first. */
function joined(records: readonly RunRecord[]): RunRecord {
  const [first] = records
  if (first === undefined) throw new Error('there is no record under results/')
  const parts = Array.from({ length: SUITES }, (_, index) => {
    const { suites, targets, results, comparisons } = records[index % records.length] ?? first
    const suite = suites.slice(0, 1).map(each => ({ ...each, name: `${each.name}-${index}` }))
    const name = suite[0]?.name ?? ''
    const idOf = (id: string) => {
      const runtime = targets.find(target => target.id === id)?.runtime
      return first.targets.find(target => target.runtime === runtime)?.id ?? ''
    }
    return {
      suites: suite,
      results: results.map(each => ({ ...each, suite: name, target: idOf(each.target) })),
      comparisons: comparisons.map(each => ({
        ...each,
        suite: name,
        base: idOf(each.base),
        head: idOf(each.head),
      })),
    }
  })
  return {
    ...first,
    suites: parts.flatMap(part => part.suites),
    results: parts.flatMap(part => part.results),
    comparisons: parts.flatMap(part => part.comparisons),
  }
}
