import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { PackagedName } from '@steelyard/runners'
import { isKnownFlag, knownFlags } from '../src/targets/ask-binary.ts'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'

let directory: string

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-flags-'))
})
after(() => rm(directory, { recursive: true, force: true }))

const FLAGS: Readonly<Record<PackagedName, { known: readonly string[]; unknown: readonly string[] }>> = {
  node: {
    known: ['--max-semi-space-size=64', '--no-opt', '--max_lazy', '--cpu-prof', '--no-warnings'],
    unknown: ['--max-semi-spce-size=64', '--smol'],
  },
  deno: {
    known: ['--max-semi-space-size=64', '--no-opt', '--max-lazy'],
    unknown: ['--no-optt', '--cpu-prof'],
  },
  bun: {
    known: ['--smol', 'useFTLJIT=0', 'logGC=1'],
    unknown: ['--smoll', 'useFTLJITT=0', '--no-opt'],
  },
  workerd: {
    known: ['--max-semi-space-size=64', '--no-opt', '--max-lazy'],
    unknown: ['--no-optt', '--verbose'],
  },
}

for (const [runtime, { known, unknown }] of Object.entries(FLAGS)) {
  test(`knownFlags has the flags that ${runtime} lists, and no others`, async () => {
    const target = await resolveTarget(parseTarget(runtime), directory)
    const all = await knownFlags(target, join(directory, runtime))
    for (const flag of known) assert.equal(isKnownFlag(flag, all), true, flag)
    for (const flag of unknown) assert.equal(isKnownFlag(flag, all), false, flag)
  })
}
