import os from 'node:os'
import { plainClock } from '@steelyard/harness/clock'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'

const [, , commands = '', replies = '', bundle = ''] = process.argv
const clock = plainClock(() => Number(process.hrtime.bigint()))
const heap = {
  // --expose-gc makes it.
  collect: () => (globalThis.gc as () => void)(),
  externalBytes: () => process.memoryUsage().arrayBuffers,
}
const contender = lazyContender(() => import(bundle) as Promise<Bundle>, clock, { heap })

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: os.availableParallelism?.() ?? os.cpus().length,
}).then(() => process.exit(0))
