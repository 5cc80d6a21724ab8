import type { RunRecord } from '@steelyard/record'
import { answerOf } from '../content/matrix/answer.ts'
import { schemeFile } from './draw/draw.ts'
import { gridsOf, noteText } from './matrix/grid.ts'
import { matrixPicture } from './matrix/matrix-picture.ts'
import { frameOf, leadText } from './matrix/picture-frame.ts'

/** The matrix of a suite as a file, and the sentence that stands above it. */
export interface MatrixFile {
  readonly suite: string
  readonly question: string
  readonly headline: string
  /** An SVG file that needs nothing else, light or dark as its surroundings are. */
  readonly svg: string
}

/** Returns the matrix of each suite of a record as a picture; none for suites in which nothing was compared. */
export function renderMatrices(record: RunRecord): MatrixFile[] {
  const answer = answerOf(record, { unicode: true })
  return answer.suites.flatMap(suite => {
    const [grid] = gridsOf(suite, answer.record.targets)
    if (grid === undefined) return []
    return [
      {
        suite: suite.suite.name,
        question: suite.suite.question,
        headline: leadText(suite),
        svg: schemeFile(matrixPicture({ ...grid, about: noteText(grid) }, frameOf(suite, answer))),
      },
    ]
  })
}
