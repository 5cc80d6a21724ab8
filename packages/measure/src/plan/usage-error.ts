/** The user asked for something that cannot be: exit code 2, and the message is all there is to say. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
  }
}

/** A target of which no process runs on this machine. */
export class NotRunningError extends UsageError {}
