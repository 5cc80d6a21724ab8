/** Why a run was ended whose results are no longer wanted. */
export class Abandoned extends Error {
  override readonly name = 'AbortError'
}

/** Why a run ended that only reports what its journal holds. */
export class ReportOnly extends Error {
  override readonly name = 'AbortError'
}
