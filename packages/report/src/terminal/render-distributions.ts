import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { samplesTables } from '../content/tables/samples.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'

/** Returns how the samples of every contender are spread; empty where no result has samples. */
export function renderDistributions(record: RunRecord, style: TerminalStyle): string {
  return joinedParts(printBlocks(samplesTables(record, style), style))
}
