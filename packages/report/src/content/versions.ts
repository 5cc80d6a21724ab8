import type { EstimateRecord, TargetRecord } from '@steelyard/record'
import { type Role, ratioText, sanitize } from '@steelyard/text'
import type { Ratios } from './document.ts'
import { engineText } from './engine-text.ts'

/** One version of a runtime, compared with another. */
export interface VersionRow {
  /** As a target. */
  readonly name: string
  readonly runtime: string
  readonly engine: TargetRecord['engine']
  /** Against the base; null for the base itself and for what has none. */
  readonly ratio: EstimateRecord | null
  /** Note on the version. */
  readonly remark: string
  readonly role: Role | null
}

/** Returns versions and their ratios to the first. */
export function versionRatios(
  title: string,
  versions: readonly VersionRow[],
  rules: Pick<Ratios, 'threshold' | 'biasAllowance'>,
): Ratios {
  const rows = sanitize(versions)
  const ends = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio.lower, ratio.upper]))
  return {
    ...{ title, about: [], label: 'version', ...rules, notes: [] },
    domain: [Math.min(1, ...ends), Math.max(1, ...ends)],
    hint: 'Ratios to the first version, with their intervals.',
    ratios: rows.map(({ name, runtime, engine, ratio, remark, role }, index) => ({
      ...{ group: '', runtime, look: 'thick', note: remark, role: role ?? 'quiet' },
      label: `${name} (${engineText(engine)})`,
      ratio: ratio ?? (index === 0 ? { value: 1, lower: 1, upper: 1 } : null),
      text: ratio && ratioText(ratio),
    })),
  }
}
