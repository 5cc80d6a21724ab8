import { EXIT } from '../process/exit-code.ts'
import { Output } from './output.ts'

export const stderr = new Output(process.stderr)

export const stdout = new Output(process.stdout, reason => {
  isIncomplete = true
  process.exitCode ||= EXIT.failed
  stderr.say(
    `Cannot write to standard output: ${reason}. Free some space, or send it elsewhere, and run again.\n`,
  )
})

/** Where a person is asked. What is shown there is made visible before: an answer is typed next to it. */
export const terminal = { input: process.stdin, output: process.stderr }

let isIncomplete = false

/** Returns how a command ends that would end with `code`: failed when what it had to print could not be written. */
export function exitCodeAfterOutput(code: number): number {
  return isIncomplete && code === EXIT.done ? EXIT.failed : code
}
