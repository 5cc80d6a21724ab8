import { phraseText } from '@steelyard/text'
import { sharedCommandText } from '../../content/evidence/command-text.ts'
import { cpuText } from '../../content/machine-text.ts'
import type { Answer, SuiteAnswer } from '../../content/matrix/answer.ts'
import type { PictureFrame } from '../../content/matrix/grid.ts'
import { type Headline, isOpen } from '../../content/matrix/matrix-headlines.ts'

/** Returns the first headline that decides something, and the others in their order. */
export function leadOf({ headlines }: SuiteAnswer): [Headline | null, Headline[]] {
  const lead =
    headlines.find(({ role }) => role === 'slower' || role === 'faster') ??
    headlines.find(each => !isOpen(each)) ??
    headlines[0] ??
    null
  return [lead, headlines.filter(each => each !== lead)]
}

/** Returns the sentence in bold of a suite as text; empty without one. */
export function leadText(suite: SuiteAnswer): string {
  const [lead] = leadOf(suite)
  return lead === null ? '' : `${lead.sign} ${lead.subject}: ${phraseText(lead.text)}`
}

export function frameOf(suite: SuiteAnswer, { record, foreign, machine }: Answer): PictureFrame {
  const { day, isNoisy, why } = machine
  const noise = isNoisy ? [`noisy: ${why.join(', ')}`] : []
  const facts = [suite.suite.name, cpuText(record.environment), day, ...noise].join(', ')
  return {
    title: suite.suite.question,
    headline: leadText(suite),
    source: foreign === null ? `${facts} · ${sharedCommandText(record)}` : facts,
  }
}
