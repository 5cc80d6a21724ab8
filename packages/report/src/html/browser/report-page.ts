// Runs in every page of a report.
import { openLinked, startFolds } from './folds.ts'
import { startMatrices } from './matrix.ts'
import { addTables, startTables } from './tables.ts'

startFolds(addTables)
startTables()
startMatrices()
addTables(document)
openLinked()
