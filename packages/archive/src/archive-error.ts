/** The archive cannot do something; the message is one sentence for the user. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}
