// Runs a command on a machine made noisy:
//   node scripts/stall-command.ts <percent of the time> <seed> <file> [arguments…]
// A control group stops the command and all that it starts, at random phases for 0.1 to 30 ms, as a hypervisor would. Ends
// with the command's exit code. Needs Linux, the rights of root and control groups of version 1.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRandom } from '../packages/stats/src/index.ts'
import { mayFreeze, stallTree } from './stalls/stall-makers.ts'

const [percent = '', seed = '', file, ...words] = process.argv.slice(2)
const share = Number(percent) / 100
if (!(share > 0 && share <= 0.5) || !Number.isSafeInteger(Number(seed)) || file === undefined) {
  refuse('Give a percentage above 0 and up to 50, a whole number as seed, and a command.')
} else if (!mayFreeze()) {
  refuse('Cannot stop a command: there is no freezer of control groups, version 1, to write to.')
} else process.exitCode = await run(file)

async function run(command: string): Promise<number> {
  const child = spawn(command, words, { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both. What the command does then decides.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const exited = once(child, 'close')
  // Without a process there is nothing to stop, and the control group would take this one.
  if (child.pid === undefined) {
    await exited.catch((error: Error) => refuse(`Cannot start ${command}: ${error.message}`))
    return 2
  }
  const ended = new AbortController()
  const stalled = stallTree(child.pid, createRandom(Number(seed)), {
    share,
    signal: ended.signal,
  })
  const [[code]] = await Promise.all([exited.finally(() => ended.abort()), stalled])
  return code ?? 1
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
