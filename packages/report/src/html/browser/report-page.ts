// Runs in every page of a report.
import { startFilter } from './filter.ts'
import { openLinked, startFolds } from './folds.ts'
import { startMatrices } from './matrix.ts'

startFolds()
startFilter()
startMatrices()
openLinked()
