import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { readCpuProfile } from '../../measure/src/profiles/cpu-profile.ts'
import { nativeGapOf } from '../../measure/src/profiles/native-gap.ts'
import { type Profiling, profileLaunch } from '../../measure/src/profiles/profile-launch.ts'
import { launchContext } from './launch-context.ts'

// In real launches of Node, whose binary has its symbols: what the profile of the engine hides is in that of perf.

const SUITE = join(import.meta.dirname, '../../../bench/json-reviver/suite.ts')
const PLAN = { caseId: 'arrow-2', params: { payload: 'rsc' }, target: 0, isControl: false }
const KNOWN = { plan: PLAN, iterationNs: 1e6, channelCpuNs: 0, lateIterations: 0 }

let workspace: Workspace
let context: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, SUITE, ['node'])
})
after(() => workspace.close())

function profiled(by: Profiling['by']) {
  const subject = { suite: 'json-reviver', ...PLAN, target: 'node', launch: 0, isNative: by === 'perf' }
  const scripts = { bundles: [basename(context.suite.bundle.file)], map: null, others: [] }
  return profileLaunch(KNOWN as never, { by, windowNs: 80e6, scripts, keptAs: subject }, context)
}

test('the engine shows its own JSON.parse as a part of what called it', async () => {
  const { places, samples, slowdown, files } = await profiled('inspector')
  assert.ok(samples > 10 && slowdown > 0)
  assert.deepEqual(
    places.filter(({ kind }) => kind === 'native'),
    [],
  )
  assert.deepEqual(
    files.map(({ format }) => format),
    ['cpuprofile', 'pprof'],
  )
})

test('perf names what it does there, and leaves nothing behind', async test => {
  const [target] = context.targets
  const gap = target === undefined ? null : await nativeGapOf(target)
  if (gap !== null) return test.skip(gap.code)
  const others = mapsLeft()
  const { places, samples, files } = await profiled('perf').catch((error: Error) => {
    if (/not permitted|denied|limited/i.test(error.message)) test.skip(error.message)
    else throw error
    return { places: [], samples: 0, files: [] }
  })
  if (samples === 0) return
  const natives = places.filter(({ kind }) => kind === 'native')
  assert.ok(
    natives.some(({ callee }) => callee?.startsWith('v8::internal::Json')),
    JSON.stringify(places.slice(0, 20)),
  )
  const share = natives.reduce((sum, place) => sum + place.share, 0)
  assert.ok(share > 0.5 && share <= 1, `native functions have ${share} of the time`)
  const [cpuProfile, pprof] = files
  const read = readCpuProfile(Buffer.from(cpuProfile?.content ?? []).toString())
  assert.equal(read.length, samples)
  assert.ok(gunzipSync(pprof?.content ?? '').length > 1000)
  assert.deepEqual(
    mapsLeft().filter(map => !others.includes(map)),
    [],
  )
})

/** Maps of machine code whose processes have ended. */
function mapsLeft(): string[] {
  return readdirSync('/tmp').filter(name => {
    const [, pid] = /^perf-(\d+)\.map$/.exec(name) ?? []
    return pid !== undefined && !existsSync(`/proc/${pid}`)
  })
}
