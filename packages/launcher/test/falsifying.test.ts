import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PACKAGED } from '@steelyard/runners'
import type { BundleFile } from '../src/process/bundle-file.ts'
import { type ContenderProcess, launch } from '../src/process/launch.ts'
import { resolveTarget, type Target } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { writtenEntry, writtenSuite } from './written-suite.ts'

const SUITE = fileURLToPath(new URL('fixtures/falsifying.bench.ts', import.meta.url))
const FALSIFICATIONS = ['clocks', 'numbers', 'json', 'texts-and-bytes', 'everything']

/** Long enough that a message between two cores is a small part of it. */
const ITERATIONS = 30
const TRIES = 5

let directory: string
let bundle: BundleFile
let count = 0

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-falsifying-'))
  bundle = await writtenSuite(SUITE, directory)
})
after(() => rm(directory, { recursive: true, force: true }))

interface Build {
  readonly target: Target
  readonly entry: string
}

async function using<T>(
  { target, entry }: Build,
  caseId: string,
  work: (contender: ContenderProcess, digest: string) => Promise<T>,
): Promise<T> {
  const contender = await launch({
    target,
    bundle,
    entry,
    directory: join(directory, String(count++)),
    core: null,
    compatibilityDate: target.compatibilityDate,
  })
  try {
    await contender.exchange({ type: 'load' })
    const { reply } = await contender.exchange({ type: 'prepare', caseId, params: {}, expectedDigest: null })
    return await work(contender, reply.digest)
  } finally {
    await contender.kill()
  }
}

for (const runtime of PACKAGED) {
  describe(`a suite in ${runtime}`, () => {
    let build: Build
    let right: string
    before(async () => {
      const target = await resolveTarget(parseTarget(runtime), directory)
      build = { target, entry: await writtenEntry(target.runner, directory) }
      right = await using(build, 'honest', async (_, digest) => digest)
    })

    for (const caseId of ['promises', 'promises-async']) {
      test(`is lost, and reports nothing false, by replacing ${caseId}`, async () => {
        const measured = using(build, caseId, async contender => {
          const { reply } = await contender.exchange({ type: 'run', iterations: ITERATIONS })
          assert.ok(reply.durationNs > 1e6, `${reply.durationNs} ns for ${ITERATIONS} iterations`)
          await contender.exchange({ type: 'calls', timeMs: 50, atMost: 3 })
        })
        await assert.rejects(measured, /something replaced how promises work/)
      })
    }

    for (const caseId of FALSIFICATIONS.flatMap(id => [id, `${id}-async`])) {
      test(`changes neither its times nor its outputs by replacing ${caseId}`, () =>
        using(build, caseId, async (contender, digest) => {
          assert.equal(digest, right)
          let share = 0
          for (let attempt = 0; attempt < TRIES && share < 0.9; attempt++) {
            const { reply, hostNs } = await contender.exchange({ type: 'run', iterations: ITERATIONS })
            share = Math.max(share, reply.durationNs / (hostNs - reply.clockNs))
          }
          // Noise makes the host see more, but not each time; a false clock says the same share each time.
          assert.ok(share > 0.9, `it reported ${share.toFixed(2)} of what the host saw`)
          const { reply: calls } = await contender.exchange({ type: 'calls', timeMs: 50, atMost: 3 })
          assert.ok(calls.callsNs.length > 0)
          assert.equal((await contender.exchange({ type: 'recheck' })).reply.digest, right)
        }))
    }
  })
}
