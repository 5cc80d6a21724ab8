/** The user asked for something that cannot be: exit code 2, and the message is all there is to say. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A target of which no process runs on this machine. */
export class NotRunningError extends UsageError {}
