import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { canPin } from '@steelyard/launcher'
import type { ResultRecord, RunRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { Bench, processesOf } from './bench-process.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/starts.bench.ts', import.meta.url))
const bench = new Bench()
after(() => bench.remove())

/** Starts that fail take only their own contender out. */
test('bench times the starts of the good apps when others throw, die or answer wrongly', async () => {
  const args = [FIXTURE, '--quick', '--runtime', 'node', '--runtime', 'workerd', '--no-save', '--json', '-']
  const { code, stdout, stderr } = await bench.runShared(...args)
  assert.equal(code, 1, stderr)
  const record = JSON.parse(stdout) as RunRecord
  const found = (caseId: string, runtime: string): ResultRecord => {
    const result = record.results.find(each => each.case === caseId && each.target.startsWith(runtime))
    assert.ok(result)
    return result
  }
  for (const runtime of ['node', 'workerd']) {
    // The base is started in every group.
    checkStarted(found('plain', runtime), 10)
    checkStarted(found('words', runtime), 5)
    assert.match(errorText(found('throws', runtime).error), /no such luck/)
    assert.match(errorText(found('rude', runtime).error), /its answer does not hold 'Hello'/)
    assert.match(
      errorText(found('unlike', runtime).error),
      /it answered 200 "Hello 0", and then 200 "Hello 1"/,
    )
  }
  assert.match(errorText(found('dies', 'node').error), /exited with code 3/)
  assert.equal(found('throws', 'node').launches.length, 0)

  const pair = record.comparisons.find(
    ({ case: headCase, head }) => headCase === 'words' && head.startsWith('node'),
  )
  const logs = found('words', 'node').launches.map(({ group, launch, wallNs: [headNs = 0] }) => {
    const base = found('plain', 'node').launches.find(each => each.group === group && each.launch === launch)
    return Math.log(headNs / (base?.wallNs[0] ?? 0))
  })
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  assert.ok(Math.abs(Math.log(pair?.ratio.value ?? 0) - mean) < 1e-9, 'the mean over neighbouring starts')
  assert.equal(pair?.ratio.n, 5)
  const { phases } = found('plain', 'workerd').start ?? {}
  assert.ok(phases && phases.total.medianNs >= phases.script.medianNs && phases.total.n >= 2)
  assert.equal(found('plain', 'node').start?.phases, null)
  assert.deepEqual(processesOf(bench.directory), [])
  assert.deepEqual(bench.leftovers(), [])
})

function checkStarted({ start, launches, status, error, wallNs, cpuNs }: ResultRecord, starts: number): void {
  assert.equal(status, 'ok', errorText(error))
  assert.ok(start && wallNs && cpuNs)
  assert.equal(start.launches.length, starts)
  assert.equal(wallNs.value, start.lastByteNs?.value)
  for (const [index, one] of start.launches.entries()) {
    const { listeningNs, connectionNs, firstByteNs, lastByteNs, firstRequestNs } = one
    assert.ok(0 < listeningNs && listeningNs + connectionNs < firstByteNs && firstByteNs <= lastByteNs)
    assert.ok(listeningNs + connectionNs + firstRequestNs <= lastByteNs + 1e3)
    assert.deepEqual(launches[index]?.wallNs, [lastByteNs])
  }
  assert.ok(start.bundle.minifiedBytes < start.bundle.bytes && start.bundle.gzipBytes > 0)
}

test('bench starts an app of cold-start in four runtimes: it answers alike, and has the size asked for', async () => {
  const args = ['cold-start/reached', '--quick', '--param', 'size=32kb', '--no-save', '--json', '-']
  const { code, stdout, stderr } = await bench.runShared(...args)
  assert.equal(code, 0, stderr)
  const { results, comparisons } = JSON.parse(stdout) as RunRecord
  assert.equal(results.length, 4)
  assert.equal(comparisons.length, 3)
  for (const { case: caseId, start, status } of results) {
    assert.equal(status, 'ok')
    const bytes = start?.bundle.bytes ?? 0
    assert.ok(Math.abs(bytes / 2 ** 15 - 1) < 0.05, `${caseId} has ${bytes} bytes`)
  }
  const seen = results.flatMap(({ launches }) => launches.flatMap(({ sharing }) => sharing ?? []))
  assert.equal(seen.length > 0, canPin())
  for (const { widthRatios } of seen) assert.equal(widthRatios.length, 4, 'one before each start')
})
