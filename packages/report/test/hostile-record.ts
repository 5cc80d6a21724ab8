import type { RunRecord } from '@steelyard/record'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'

/** Texts that would do something if they were taken for anything but text; each sets `window.harmed`. */
export const HOSTILE: readonly string[] = [
  '<script>window.harmed=1</script>',
  '"><img src=x onerror="window.harmed=1">',
  "' onmouseover='window.harmed=1' x='",
  '</style></title></textarea><svg onload=window.harmed=1>',
  '</script><script>window.harmed=1</script>',
  '{{window.harmed=1}}<!-- <![CDATA[ &lt;script&gt; \u202e\u0000',
]

function said(text: string) {
  return { code: 'tool-flag', flag: text }
}

/** Returns a record whose every text that a suite or a machine can choose is hostile, a different one for each case. */
export function hostileRecord(): RunRecord {
  const record = sampleRecord()
  const cases = Array.from(new Set(record.results.map(result => result.case)))
  const caseName = (id: string) => `${HOSTILE[cases.indexOf(id) % HOSTILE.length]} ${id}`
  const targetName = (id: string) => `${id} ${HOSTILE[1]}`
  const params = { [`${HOSTILE[0]}`]: `${HOSTILE[1]}` }
  const [suite] = record.suites
  const [first = '', second = ''] = record.targets.map(({ id }) => targetName(id))
  return {
    ...record,
    command: [...record.command, ...HOSTILE],
    environment: {
      ...record.environment,
      cpuModel: `${HOSTILE[0]}`,
      kernel: `${HOSTILE[1]}`,
      warnings: HOSTILE.map(said),
    },
    suites: suite
      ? [{ ...suite, name: `${HOSTILE[0]}`, question: HOSTILE.join(' '), baseline: caseName(suite.baseline) }]
      : [],
    targets: record.targets.map(target => ({
      ...target,
      id: targetName(target.id),
      flags: HOSTILE,
      environment: { [`${HOSTILE[1]}`]: `${HOSTILE[0]}` },
      engine: { name: `${HOSTILE[3]}`, version: `${HOSTILE[4]}` },
    })),
    results: record.results.map(result => ({
      ...result,
      suite: `${HOSTILE[0]}`,
      case: caseName(result.case),
      target: targetName(result.target),
      params,
      error: result.error === null ? null : said(HOSTILE.join(' ')),
      warnings: [...result.warnings, ...HOSTILE.map(said)],
    })),
    comparisons: record.comparisons.map(comparison => ({
      ...comparison,
      suite: `${HOSTILE[0]}`,
      case: caseName(comparison.case),
      baseCase: caseName(comparison.baseCase),
      base: targetName(comparison.base),
      head: targetName(comparison.head),
      params,
      reason: comparison.reason === null ? null : `${HOSTILE[2]}`,
    })),
    causes: profileSample().causes.map(cause => ({
      ...cause,
      suite: `${HOSTILE[0]}`,
      case: caseName(cause.case),
      baseCase: caseName(cause.case),
      ...{ base: first, head: second },
      params,
      rows: HOSTILE.flatMap(text =>
        cause.rows.map(row => ({ ...row, functionName: text, callee: text, source: text })),
      ),
      frames: [null, ...HOSTILE.keys()].flatMap((caller, index) =>
        cause.frames.slice(0, 1).map(frame => {
          const text = `${HOSTILE[index % HOSTILE.length]}`
          return { ...frame, caller, name: text, source: text }
        }),
      ),
    })),
  }
}
