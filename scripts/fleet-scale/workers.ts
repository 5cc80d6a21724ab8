import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Cell } from './cells.ts'
import type { Report, Task } from './worker-process.ts'

const MAIN = fileURLToPath(new URL('worker-process.ts', import.meta.url))
const PER_PROCESS = 25

/** Starts the processes of all workers, and returns them once each worker is connected. */
export async function startWorkers(address: string, cell: Cell): Promise<ChildProcess[]> {
  const { connections, packedBytes, pollMs, touches } = cell
  const processes = Math.ceil(connections / PER_PROCESS)
  return Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const machines = Array.from({ length: connections }, (_, machine) => machine).filter(
        machine => machine % processes === index,
      )
      const child = fork(MAIN)
      const task: Task = { address, machines, packedBytes, pollMs, touches }
      child.send(task)
      await answerOf(child)
      return child
    }),
  )
}

/** Lets all workers end what they do, and returns what they did. */
export async function endWorkers(workers: readonly ChildProcess[]): Promise<Report[]> {
  const reports = workers.map(worker => answerOf(worker))
  for (const worker of workers) worker.send('end')
  return Promise.all(reports) as Promise<Report[]>
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of workers ended (${code})`)
  })
  const [answer] = await Promise.race([once(child, 'message'), ended])
  return answer
}
