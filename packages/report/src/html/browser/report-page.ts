// Runs in every page of a report.
import { onUnfold, openLinked, startFolds } from './folds.ts'
import { startMatrices } from './matrix.ts'
import { addTables, startTables } from './tables.ts'

onUnfold(addTables)
startFolds()
startTables()
startMatrices()
addTables(document)
openLinked()
