/** Reports how the search for a target proceeds, and aborts it. */
export interface ResolveEvents {
  /** One sentence for the user. */
  onWarning(sentence: string): void
  /** What is being fetched and its progress, for one line on a terminal; null when it is done. */
  onProgress(text: string | null): void
  readonly signal: AbortSignal | null
}

/** Reports nothing. */
export const SILENT: ResolveEvents = { onWarning: () => {}, onProgress: () => {}, signal: null }
