/** Why a run was ended whose results are no longer wanted. */
export const ABANDONED = new DOMException('The run is no longer wanted.', 'AbortError')

/** Why a run ended that only reports what its journal holds. */
export const REPORT_ONLY = new DOMException('The run is only reported.', 'AbortError')
