// Runs in every page of a report.
import { startFilter } from './filter.ts'
import { onUnfold, openLinked, startFolds } from './folds.ts'
import { startMatrices } from './matrix.ts'
import { showSaveButtons, startPictures } from './pictures.ts'

onUnfold(showSaveButtons)
startFolds()
startFilter()
startPictures()
startMatrices()
showSaveButtons(document)
openLinked()
