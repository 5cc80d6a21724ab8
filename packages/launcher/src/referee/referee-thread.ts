// Takes the turns of a window on the core of the contenders: waking a thread of the same core takes microseconds, and one
// of another core that sleeps takes hundreds of them.
import { parentPort } from 'node:worker_threads'
import { systemCalls } from '../machine/system-calls.ts'
import { widthRatio } from '../machine/width-ratio.ts'
import { LaunchError } from '../process/launch-error.ts'
import { TurnsEnd, takeTurns } from './take-turns.ts'
import type { RefereeReply, TurnsRequest } from './turns.ts'

const calls = systemCalls()
calls?.setPolicy('batch')
calls?.wakeOnTime()
// The first is slow, and none is timed yet.
widthRatio()

parentPort?.on('message', (request: TurnsRequest) => parentPort?.postMessage(replyTo(request)))

function replyTo(request: TurnsRequest): RefereeReply {
  if (calls === null || !calls.moveTo(request.core)) return { type: 'refused', contender: 0 }
  let contender = 0
  try {
    const before = widthRatio()
    const readings = takeTurns(request, calls, index => {
      contender = index
    })
    return { type: 'taken', contender, readings, widthRatios: [before, widthRatio()] }
  } catch (error) {
    if (error instanceof TurnsEnd) return { ...error.reply, contender }
    return { type: 'lost', contender, loss: LaunchError.of(error).toJSON() }
  }
}
