import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import { combineRecords, contributionOf } from '../../packages/analysis/src/index.ts'
import { type Database, resultsOf } from '../../packages/fleet/src/index.ts'
import { validateRecord } from '../../packages/record/src/index.ts'
import { CPU_IDS, GATHERED, TRUTH } from './made-up.ts'
import type { ScaleServer } from './server.ts'
import type { Done } from './worker-process.ts'

/** The noise of a launch is at most 0.4 %; a mean over two sessions of 12 launches is nearer to the truth than this. */
const NEAR = 0.003

/** Whether each record is there of what will be gathered: on a slow machine they come late. */
export async function isTruthThere(server: ScaleServer, name: string): Promise<boolean> {
  const [row] = await server.asOwner(name, ({ ask }) =>
    ask<{ missing: number }>(
      `SELECT count(*)::int AS missing FROM steelyard.task AS t LEFT JOIN steelyard.result AS r USING (job)
       WHERE '${GATHERED}' = ANY(t.command) AND r.job IS NULL`,
    ),
  )
  return row?.missing === 0
}

/** @throws Error where what workers handed in is not, job for job and record for record, what the database has */
export async function checkOnce(server: ScaleServer, name: string, done: readonly Done[]): Promise<void> {
  const kept = await server.asOwner(name, ({ ask }) =>
    ask<{ job: string; record: string }>(
      `SELECT r.job, r.record_id AS record FROM steelyard.result AS r JOIN steelyard.task AS t USING (job)
       JOIN steelyard_queue.job AS j ON j.name = 'launches' AND j.id = r.job AND j.state = 'completed'
       WHERE t.request NOT LIKE 'h%'`,
    ),
  )
  const textOf = (pairs: readonly { job: string; record: string }[]) =>
    pairs.map(({ job, record }) => `${job} ${record}`).sort()
  assert.deepEqual(textOf(kept), textOf(done), 'each job is counted once')
  assert.equal(new Set(done.map(({ job }) => job)).size, done.length, 'no job was given to two workers')
}

/** @throws Error where what requests say together is not what is true */
export async function checkGathered(database: Database, requests: readonly string[]): Promise<void> {
  const contributions = []
  for (const request of requests) {
    for await (const { packed, recordId, command } of resultsOf(database, request)) {
      const record = validateRecord(JSON.parse(gunzipSync(packed).toString('utf8')))
      assert.deepEqual([record.id, record.command], [recordId, command])
      contributions.push(contributionOf(record, recordId))
    }
  }
  const { comparisons, records } = combineRecords(contributions)
  assert.equal(records.length, 8, 'four machines have two sessions each')
  assert.equal(comparisons.length, Object.keys(TRUTH).length)
  for (const { case: name, conclusion, machines } of comparisons) {
    const { effects, found } = TRUTH[name as keyof typeof TRUTH]
    assert.equal(conclusion.kind, found, name)
    for (const { cpuId, ratio } of machines) {
      const effect = effects[CPU_IDS.indexOf(cpuId as (typeof CPU_IDS)[number])] ?? Number.NaN
      assert.ok(Math.abs(Math.log(ratio?.value ?? 0) - effect) < NEAR, `${name} on ${cpuId}`)
    }
  }
}
