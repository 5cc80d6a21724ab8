import { EndedEarly } from '../../process/early-end.ts'

/** Why a run was ended whose results nobody wants any more; the abort reason of its signal. */
export class Abandoned extends EndedEarly {
  constructor() {
    super('interrupted')
  }
}
