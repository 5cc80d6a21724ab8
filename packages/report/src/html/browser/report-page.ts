// Runs in every page of a report.
import { onUnfold, openLinked, startFolds } from './folds.ts'
import { startMatrices } from './matrix.ts'
import { showSaveButtons, startPictures } from './pictures.ts'
import { addTables, startTables } from './tables.ts'

function addPart(part: ParentNode): void {
  showSaveButtons(part)
  addTables(part)
}

onUnfold(addPart)
startFolds()
startTables()
startPictures()
startMatrices()
addPart(document)
openLinked()
