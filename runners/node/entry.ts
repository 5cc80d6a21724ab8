import os from 'node:os'
import { plainClock } from '@steelyard/harness/clock'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'

const [, , commands = '', replies = '', bundle = ''] = process.argv
const clock = plainClock(() => Number(process.hrtime.bigint()))
const contender = lazyContender(() => import(bundle) as Promise<Bundle>, clock)

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: os.availableParallelism?.() ?? os.cpus().length,
}).then(() => process.exit(0))
