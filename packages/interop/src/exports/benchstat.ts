import type { ResultRecord, RunRecord } from '@steelyard/record'
import { exportable } from './entries.ts'
import { launchValues } from './launch-values.ts'

/**
 * The Go benchmark format (https://go.dev/design/14313-benchmark-format), which benchstat reads: one line for each
 * launch. Suite and target are configuration, which may hold spaces; case and parameters are parts of the name.
 */
export function* benchstat(records: readonly RunRecord[]): Iterable<string> {
  yield 'Unit cpu-sec/op better=lower\n'
  for (const record of records) {
    // A key that differs keeps benchstat from pooling launches of two runs.
    if (records.length > 1) yield keyLine('record', record.id)
    yield keyLine('os', record.environment.os)
    yield keyLine('cpu', record.environment.cpuModel)
    yield* resultLines(record)
  }
}

function* resultLines(record: RunRecord): Iterable<string> {
  const { affinity, cores } = record.environment
  const processors = affinity === 'same-core' ? 1 : cores
  let shown = ''
  for (const result of exportable(record)) {
    const keys = keyLines(result)
    if (keys !== shown) yield keys
    shown = keys
    const plain = benchmarkName(result)
    // The last digits of a name such as arrow-2 would be taken for the number of processors.
    const name = processors === null ? plain.replace(/-(?=\d+$)/, '%2D') : `${plain}-${processors}`
    for (const { iterations, wallNs, cpuNs } of launchValues(result)) {
      const cpu = cpuNs === null ? '' : `\t${cpuNs} cpu-ns/op`
      yield `${name}\t${iterations}\t${wallNs} ns/op${cpu}\n`
    }
  }
}

function keyLines({ suite, target, timer }: ResultRecord): string {
  return keyLine('suite', suite) + keyLine('target', target) + keyLine('timer', timer)
}

function keyLine(key: string, value: string): string {
  return `${key}: ${value.replaceAll(/\s+/g, ' ').trim()}\n`
}

/** Go's names begin with a capital letter and hold no space. */
function benchmarkName({ suite, case: caseId, params }: ResultRecord): string {
  const words = suite.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  const title = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const parts = { case: caseId, ...params }
  return [
    `Benchmark${title}`,
    ...Object.entries(parts).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`),
  ].join('/')
}

function escaped(text: string): string {
  return text.replaceAll(/[\s/%]/g, sign => encodeURIComponent(sign))
}
