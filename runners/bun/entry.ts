import { plainClock } from '@steelyard/harness/clock'
import { openPipes } from '../node-pipes.ts'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'

declare const Bun: { nanoseconds(): number }

const [, , commands = '', replies = '', bundle = ''] = process.argv
const clock = plainClock(() => Bun.nanoseconds())
const contender = lazyContender(() => import(bundle) as Promise<Bundle>, clock)

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: process.pid,
  hardwareConcurrency: navigator.hardwareConcurrency,
}).then(() => process.exit(0))
