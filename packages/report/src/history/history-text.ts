import type { Charset, Phrase } from '@steelyard/text'
import { counted, formatDuration, formatPercent, formatRatio, joinPhrases, name } from '@steelyard/text'
import { NOT_IDENTIFIED } from '../content/machine-text.ts'
import type { Change, History, Point, Series, Setting, SettingHistory, Side } from './history.ts'

/** What the terminal and the page say of trends, in the same words. */

/** Says that times are no trend. */
export const TIMES_TITLE =
  'Times per iteration describe each record’s machine at that time; they form no trend and are not compared:'

export const OTHERS_TITLE =
  'Times per iteration from other tools, as they reported them; they form no trend and are not compared:'

const SETTING_NAMES: Readonly<Record<keyof Setting, string>> = {
  cpuModel: 'CPU',
  cores: 'cores',
  kernel: 'kernel',
  governor: 'governor',
  affinity: 'affinity',
  steelyardVersion: 'Steelyard',
  bundleSha256: 'text of the suite',
  cpuId: 'cpuId',
  estimator: 'way of estimating',
  codeSha256: 'code of the suite',
  windowNs: 'length of windows',
}

/** Returns how many records and trends there are, what sets them apart, and how sure a change is. */
export function headSentences({ settings, apart, falseAlarms }: History): string[] {
  const records = settings.reduce((sum, setting) => sum + setting.records, 0)
  const trends = settings.reduce((sum, { series }) => sum + series.length, 0)
  const kinds =
    settings.length < 2
      ? ''
      : ` They are of ${settings.length} kinds, which differ in ${apart.map(part => SETTING_NAMES[part]).join(', ')}: apart below, never in one trend.`
  return [
    `${counted(records, 'record')}, ${counted(trends, 'trend')}.${kinds}`,
    `A change is called with a chance of at most ${formatPercent(falseAlarms)} of a false alarm over all of them together.`,
  ]
}

/** Returns machine and program of a setting; the hashes only where they set it apart. */
export function settingText({ setting }: SettingHistory, apart: readonly (keyof Setting)[]): string {
  return [
    setting.cpuModel,
    setting.cpuId ?? NOT_IDENTIFIED,
    `${setting.cores} cores`,
    setting.kernel,
    ...(setting.governor === null ? [] : [setting.governor]),
    setting.affinity,
    `Steelyard ${setting.steelyardVersion}`,
    ...(apart.includes('estimator') && setting.estimator !== null ? [`estimator ${setting.estimator}`] : []),
    ...(apart.includes('windowNs') && setting.windowNs !== null
      ? [`windows of ${formatDuration(setting.windowNs)}`]
      : []),
    ...(apart.includes('codeSha256') && setting.codeSha256 !== null
      ? [`suite code ${setting.codeSha256.slice(0, 8)}`]
      : []),
    ...(apart.includes('bundleSha256') && setting.codeSha256 === null
      ? [`suite text ${setting.bundleSha256.slice(0, 8)}`]
      : []),
  ].join(', ')
}

/** Returns how many records a setting has, and of when. */
export function spanText({ records, firstAt, lastAt, commits }: SettingHistory): string {
  const span = day(firstAt) === day(lastAt) ? day(firstAt) : `${day(firstAt)} to ${day(lastAt)}`
  const built = commits < 2 ? '' : `, by ${commits} commits of Steelyard`
  return `${counted(records, 'record')}, ${span}${built}`
}

/** Returns the number of changes; nothing where there are too few records to show one. */
export function changesText({ changes, isLongEnough }: Pick<Series, 'changes' | 'isLongEnough'>): string {
  if (!isLongEnough) return ''
  return changes.length === 0 ? 'none' : String(changes.length)
}

/** Returns how a trend changed, when, and which builds did. */
export function changePhrase(
  series: Omit<Series, 'points'>,
  { before, after, ratio }: Change,
  charset: Charset,
): Phrase {
  const by = ratio === null ? 'changed' : `became ${formatRatio(ratio, charset)}`
  const params = series.params === '{}' ? '' : ` (${storedParamsText(series.params)})`
  return [
    name(pairText(series)),
    `${params} ${by} of what it was, between ${minute(before.startedAt)} and ${minute(after.startedAt)}${buildChange(before, after)}.`,
  ]
}

function buildChange(before: Point, after: Point): string {
  const changed = [
    ...(before.head === after.head ? [] : [`${before.head} became ${after.head}`]),
    ...(before.base === after.base || before.base === before.head
      ? []
      : [`${before.base} became ${after.base}`]),
  ]
  return changed.length === 0 ? '; the builds stayed' : `; ${changed.join(', ')}`
}

/** Returns which trends have false alarms more often than promised; null where none has. */
export function resemblancePhrase(series: readonly Series[]): Phrase | null {
  const found = series.filter(({ resembles }) => resembles)
  if (found.length === 0) return null
  const names = found.map(
    ({ correlation, ...each }): Phrase => [`${pairText(each)} (${correlation?.toFixed(2)})`],
  )
  return [
    'Neighbouring records are correlated beyond chance, so that false alarms are more frequent than stated: ',
    ...joinPhrases(names, ', '),
    '.',
  ]
}

/** Returns what must be known to read the trends. */
export function footSentences({ settings }: History): string[] {
  const short = settings.some(({ series }) => series.some(({ isLongEnough }) => !isLongEnough))
  const found = settings.some(({ series }) => series.some(({ changes }) => changes.length > 0))
  return [
    'The ratio now is that of all records since the last change, with its interval over records; of one record it is its own.',
    ...(found
      ? [
          'The ratio of a change takes the position of the change as given, although the data chose it: measure both builds with compare.',
        ]
      : []),
    ...(short
      ? ['Too few records: no order of so few could show a change at this rate of false alarms.']
      : []),
  ]
}

/** Returns head and base of a trend in short. */
export function pairText({ base, head, metric }: { base: Side; head: Side; metric: string }): string {
  const clock = metric === 'cpu' ? ' (CPU)' : ''
  if (base.line === head.line) return `${head.line}: ${head.case} to ${base.case}${clock}`
  if (base.case === head.case) return `${head.case}: ${head.line} to ${base.line}${clock}`
  return `${head.line} ${head.case} to ${base.line} ${base.case}${clock}`
}

/** Returns parameter values as people write them. */
export function storedParamsText(params: string): string {
  const values = JSON.parse(params) as Readonly<Record<string, unknown>>
  return Object.entries(values)
    .map(([parameter, value]) => `${parameter}=${value}`)
    .join(', ')
}

export function day(instant: string): string {
  return instant.slice(0, 10)
}

export function minute(instant: string): string {
  return instant.slice(0, 16)
}
