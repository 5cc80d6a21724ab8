import { plainClock } from '@steelyard/harness/clock'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'
import { sessionProfiler } from '../session-profiler.ts'

const [, , commands = '', replies = '', bundle = ''] = process.argv
const { nanoseconds } = Bun
const clock = plainClock(() => nanoseconds())
// The engine's counts include memory outside of the heap.
const heap = { collect: () => Bun.gc(true), externalBytes: () => null }
const load = () => import(bundle) as Promise<Bundle>
const contender = lazyContender(load, clock, { heap, profiler: sessionProfiler() })

// Builds before 1.4 end in the middle of a batch when all that is left to wait for is the body of a Request.
setInterval(() => {}, 2 ** 30)

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: navigator.hardwareConcurrency,
}).then(() => process.exit(0))
