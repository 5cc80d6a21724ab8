import os from 'node:os'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'

const [, , commands = '', replies = '', bundle = ''] = process.argv
const contender = lazyContender(() => import(bundle) as Promise<Bundle>, {
  now: () => Number(process.hrtime.bigint()),
})

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: os.availableParallelism?.() ?? os.cpus().length,
}).then(() => process.exit(0))
