import os from 'node:os'
import { plainClock } from '@steelyard/harness/clock'
import { toNumber } from '@steelyard/harness/intrinsics'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'
import { sessionProfiler } from '../session-profiler.ts'

const [, , commands = '', replies = '', bundle = ''] = process.argv
const { bigint: nanoseconds } = process.hrtime
const clock = plainClock(() => toNumber(nanoseconds()))
const heap = {
  // --expose-gc makes it.
  collect: () => (globalThis.gc as () => void)(),
  externalBytes: () => process.memoryUsage().arrayBuffers,
}
const load = () => import(bundle) as Promise<Bundle>
const contender = lazyContender(load, clock, { heap, profiler: sessionProfiler() })

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: os.availableParallelism?.() ?? os.cpus().length,
}).then(() => process.exit(0))
