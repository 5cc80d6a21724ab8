import type { ResultRecord, RunRecord } from '@steelyard/record'
import { counted } from '@steelyard/text'
import { gridsOf } from '../charts/matrix/grids-of.ts'
import { frameOf, leadOf } from '../charts/matrix/picture-frame.ts'
import { cpuText, machineText } from '../content/machine-text.ts'
import type { Answer } from '../content/matrix/answer.ts'
import type { Headline } from '../content/matrix/matrix-headlines.ts'
import type { ReportDocument, SuitePart } from '../content/report-document.ts'
import { paramsText } from '../content/section.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { matrixPanel } from './matrix/matrix-panel.ts'

/** Sentences besides the one in bold; more are a list that no reader reads. */
const MOST_FINDINGS = 4

/** Returns what a suite answers: a sentence in bold, the machine, the matrix, and what else was found. */
export function answerPart(suite: SuitePart, { record, answer, reproduce }: ReportDocument): Markup {
  const found = suite.answer
  const isOne = answer.suites.length === 1
  const [lead, others] = leadOf(found)
  return html`${lead === null ? null : html`<p class="lead">${headlineMarkup(lead)}</p>`}
${isOne ? chipsPart(record, answer) : null}
<div class="answer">${matrixPanel({
    grids: gridsOf(found, record.targets, result => samplePlace(suite, result)),
    id: `view-${suite.anchor}`,
    frame: frameOf(found, answer),
    command: reproduce?.command ?? null,
  })}
<div class="beside">${findingsPart(others)}
${phraseList(found.warnings)}
${isOne && answer.next.length > 0 ? html`<div class="note">${phraseList(answer.next)}</div>` : null}</div></div>`
}

/** Returns the day, the machine, and of our own records whether it was quiet and what the numbers rest on. */
export function chipsPart(
  { environment }: RunRecord,
  { foreign, machine: { isNoisy, why, method, day } }: Answer,
): Markup {
  const cores = environment.cores === null ? '' : `, ${counted(environment.cores, 'core')}`
  const state = isNoisy
    ? html`<li class="noisy"><b>noisy</b>: ${why.join(', ')}</li>`
    : html`<li class="steady">quiet</li>`
  return html`<ul class="chips" aria-label="Machine and day"><li>${day}</li><li title="${machineText(environment)}">${cpuText(environment)}${cores}</li>${foreign === null ? html`${state}<li class="method">${method.join(', ')}</li>` : null}</ul>`
}

function findingsPart(headlines: readonly Headline[]): Markup | null {
  if (headlines.length === 0) return null
  const item = (headline: Headline) => html`<li>${headlineMarkup(headline)}</li>`
  const [shown, more] = [headlines.slice(0, MOST_FINDINGS), headlines.slice(MOST_FINDINGS)]
  return html`<ul class="findings">${shown.map(item)}</ul>${more.length === 0 ? null : html`<details><summary>${more.length} more</summary><ul class="findings">${more.map(item)}</ul></details>`}`
}

function headlineMarkup({ sign, role, subject, text }: Headline): Markup {
  return html`<span class="${role}" aria-hidden="true">${sign}</span> <b>${subject}</b>: ${phraseMarkup(text)}`
}

/** The samples of a case are where the page has the case, for the same choice of parameters. */
function samplePlace({ sections }: SuitePart, { case: caseId, params }: ResultRecord): string | null {
  const section = sections.find(each => each.params === paramsText(params))
  const found = section?.cases.find(each => each.case === caseId)
  return found === undefined ? null : `#${found.anchor}`
}
