/** What finding a target tells while it goes on, and what ends it. */
export interface ResolveEvents {
  /** One sentence for people. */
  onWarning(sentence: string): void
  /** What is being fetched and how far it is, for one line on a terminal; null when it is done. */
  onProgress(text: string | null): void
  readonly signal: AbortSignal | null
}

/** For who does not want to be told. */
export const SILENT: ResolveEvents = { onWarning: () => {}, onProgress: () => {}, signal: null }
