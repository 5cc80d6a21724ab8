import { EndedEarly } from '../../process/early-end.ts'

/** Why a run ended that only reports what its journal holds; the abort reason of its signal. */
export class ReportOnly extends EndedEarly {
  constructor() {
    super('interrupted')
  }
}
