/** A fleet cannot do something; the message is for the user, and names no secret. */
export class FleetError extends Error {
  /** Whether the same may succeed a moment later: the database cannot be reached now. */
  readonly isPassing: boolean

  constructor(message: string, options: ErrorOptions & { readonly isPassing?: boolean } = {}) {
    super(message, options)
    this.name = 'FleetError'
    this.isPassing = options.isPassing ?? false
  }
}
