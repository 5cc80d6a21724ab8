// Prints how large the page of a run of ten suites on four targets is, and how long it takes to make.
import { fileURLToPath } from 'node:url'
import { readRecord } from '../packages/record/src/index.ts'
import { renderHtml } from '../packages/report/src/pictures.ts'

const record = await readRecord(fileURLToPath(new URL('../results/all-quick.json', import.meta.url)))
const startedAt = performance.now()
const page = renderHtml([record])
const seconds = (performance.now() - startedAt) / 1000
const launches = record.results.reduce((sum, result) => sum + result.launches.length, 0)
process.stdout.write(
  `${record.suites.length} suites on ${record.targets.length} targets, ${record.results.length} contenders, ${launches} launches: ` +
    `${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s\n`,
)
