/** How a contender was lost; `unsupported` where no fault was found, and its times would not be right. */
export type LaunchFailure = 'start' | 'crashed' | 'timeout' | 'memory' | 'failed' | 'unsupported'

/** Why a contender was lost, as it travels between threads and stands in a journal. */
export type Loss = Pick<LaunchError, 'failure' | 'message' | 'output'>

/** A contender that did not start, died, hung, ate memory, or whose suite code failed. */
export class LaunchError extends Error {
  readonly failure: LaunchFailure
  /** The last lines the process printed, for people. */
  readonly output: string

  constructor(failure: LaunchFailure, message: string, output = '') {
    super(message)
    this.name = 'LaunchError'
    this.failure = failure
    this.output = output
  }

  toJSON(): Loss {
    const { failure, message, output } = this
    return { failure, message, output }
  }

  /** Returns what was thrown as a reason for which a contender was lost. */
  static of(error: unknown): LaunchError {
    return error instanceof LaunchError ? error : new LaunchError('crashed', String(error))
  }
}

/** A binary that is not there, or is none of its runtime for this machine. */
export class BinaryError extends LaunchError {
  constructor(message: string, output = '') {
    super('start', message, output)
  }
}
