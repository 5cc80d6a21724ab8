import type { CombinationRecord } from '@steelyard/record'
import { combinationDocument } from '../content/combination/combination-document.ts'
import { svgFile } from './draw/draw.ts'
import { machinesChart } from './machines-chart.ts'

/** Returns the forest plot of a combination, the text of an SVG file that needs nothing else. */
export function renderMachines(combination: CombinationRecord): string {
  const { title, blocks } = combinationDocument(combination, { unicode: true })
  return svgFile(machinesChart(title, blocks, combination.rules.threshold))
}
