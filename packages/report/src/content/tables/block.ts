import type { ComparisonRecord, ResultRecord } from '@steelyard/record'
import { type Axis, axisOf, baseName, commonName, headName } from '../axis.ts'
import type { Section } from '../section.ts'

/** What is compared with one base: the cases of a target, or the targets that ran a case. */
export interface Block {
  /** The target or the case that all rows share. */
  readonly title: string
  readonly base: string
  readonly rows: readonly BlockRow[]
}

/** One contender. */
export interface BlockRow {
  readonly label: string
  readonly isBase: boolean
  readonly result: ResultRecord | null
  readonly comparison: ComparisonRecord | null
}

/** Returns the blocks of a section along an axis, the base as first row of each. */
export function blocksOf(section: Section, axis: Axis): Block[] {
  const titles = axis === 'cases' ? section.targets : section.results.map(result => result.case)
  return Array.from(new Set(titles))
    .flatMap(title => blocksWithTitle(title, section, axis))
    .filter(block => block.rows.length > 0)
}

function blocksWithTitle(title: string, section: Section, axis: Axis): Block[] {
  const comparisons = section.comparisons.filter(
    each => axisOf(each) === axis && commonName(each, axis) === title,
  )
  const results = resultsWithTitle(title, section, axis)
  const labels = Array.from(results.keys())
  const compared = new Set(comparisons.flatMap(each => [baseName(each, axis), headName(each, axis)]))
  return basesOf(section, axis, labels, comparisons).map((base, index) => {
    const against = comparisons.filter(each => baseName(each, axis) === base)
    const heads = new Set(against.map(each => headName(each, axis)))
    // What could not be compared with anything, because it failed, stands in the first block.
    const belongs = (label: string) => heads.has(label) || (index === 0 && !compared.has(label))
    const shown = [base, ...labels.filter(label => label !== base && belongs(label))]
    const rows = shown.map(label => ({
      label,
      isBase: label === base,
      result: results.get(label) ?? null,
      comparison: label === base ? null : comparisonWith(against, axis, label),
    }))
    return { title, base, rows: rows.filter(row => row.result !== null) }
  })
}

/** By row: cases in the order of the results, targets in the order of the record. */
function resultsWithTitle(title: string, section: Section, axis: Axis): ReadonlyMap<string, ResultRecord> {
  if (axis === 'cases') {
    const ofTarget = section.results.filter(result => result.target === title)
    return new Map(ofTarget.map(result => [result.case, result]))
  }
  const ofCase = section.results.filter(result => result.case === title)
  const inOrder = section.targets.flatMap(target => ofCase.filter(result => result.target === target))
  return new Map(inOrder.map(result => [result.target, result]))
}

/** A flag variant of each runtime is compared with its own plain build: then a block has several bases. */
function basesOf(
  { suite }: Section,
  axis: Axis,
  labels: readonly string[],
  comparisons: readonly ComparisonRecord[],
): readonly string[] {
  const bases = new Set(comparisons.map(each => baseName(each, axis)))
  if (bases.size > 0) return Array.from(bases)
  return axis === 'cases' ? [suite.baseline] : labels.slice(0, 1)
}

function comparisonWith(
  against: readonly ComparisonRecord[],
  axis: Axis,
  label: string,
): ComparisonRecord | null {
  const found = against.filter(each => headName(each, axis) === label)
  return found.find(each => each.paired) ?? found[0] ?? null
}
