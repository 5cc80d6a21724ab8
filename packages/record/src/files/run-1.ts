import {
  BLANK_COMPARISON,
  BLANK_ENVIRONMENT,
  BLANK_LAUNCH,
  BLANK_RECORD,
  BLANK_RESULT,
  BLANK_SUITE,
  BLANK_TARGET,
} from '../blank.ts'
import { SCHEMA } from '../record.ts'

export const RUN_1 = 'steelyard/run@1'

/**
 * Returns a document of the schema run@1 in the shape of run@2. Fields that it lacks become null or empty, and sentences
 * become their codes, with figures as they were rounded there. It leaves with the last records of that schema.
 *
 * @throws TypeError where the document does not follow its schema so far that it cannot be read
 */
export function fromRun1(document: Old): unknown {
  return {
    ...{ ...BLANK_RECORD, ...document, schema: SCHEMA },
    steelyard: { estimator: null, ...document.steelyard },
    environment: { ...BLANK_ENVIRONMENT, ...document.environment, ...warningsOf(document.environment) },
    doctor: document.doctor ? { kinds: [], ...document.doctor } : null,
    suites: document.suites.map((suite: Old) => ({ ...BLANK_SUITE, ...suite })),
    targets: document.targets.map(targetOf),
    results: document.results.map(resultOf),
    comparisons: document.comparisons.map((each: Old) => comparisonOf(each, document.status)),
    profiles: (document.profiles ?? []).map(profileOf),
    causes: (document.causes ?? []).map(causeOf),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a file holds; the result is checked against the schema
type Old = Readonly<Record<string, any>>

function warningsOf({ warnings = [], warningDetails }: Old) {
  return { warnings: warningDetails ?? warnings.map(codeOf), warningDetails: undefined }
}

function targetOf({ binary, ...target }: Old): Old {
  return { ...BLANK_TARGET, ...target, ...warningsOf(target), binary: { elf: null, ...binary } }
}

function resultOf({ errorDetail, ...result }: Old): Old {
  const { status, error, events, memory, calls, server } = result
  return {
    ...{ ...BLANK_RESULT, ...result, ...warningsOf(result) },
    error: error === null ? null : (errorDetail ?? errorOf(status, error)),
    launches: result.launches.map(launchOf),
    events: events ? { timedNs: 0, eventfulNs: 0, ...events } : null,
    memory: memory ? missingOf(memory) : null,
    calls: calls ? { ...missingOf(calls), budget: calls.budget ? missingOf(calls.budget) : null } : null,
    server: server ? serverOf(server) : null,
  }
}

function errorOf(status: string, error: string): Old {
  return status === 'unsupported'
    ? { code: 'unsupported', reason: error }
    : {
        code: 'lost',
        failure: status,
        message: error
          .replace(/^\S+\/\S+ on .*?(?= (?:crashed|failed|was|took|gave|exceeded|did))/, '')
          .trim(),
      }
}

function launchOf(launch: Old): Old {
  return { ...BLANK_LAUNCH, ...windowOf(launch), early: launch.early.map(windowOf) }
}

function windowOf(window: Old): Old {
  const { clockShares = null } = window
  return {
    ...{ audit: null, backgroundShare: null, ...window },
    // Where the batches that waited least were not read apart, those of all stand for them.
    clockShares: clockShares && { least: clockShares, ...clockShares },
  }
}

function missingOf({ missing, missingDetails, ...figures }: Old): Old {
  return {
    ...figures,
    missing: Object.fromEntries(
      Object.entries(missing).map(([field, sentence]) => [
        field,
        missingDetails?.[field] ?? codeOf(sentence as string),
      ]),
    ),
  }
}

function serverOf(server: Old): Old {
  return {
    ...{ routing: null, ...server },
    launches: server.launches.map((launch: Old) => ({
      ...launch,
      turns: launch.turns.map((turn: Old) => ({ besideRequests: null, ...turn })),
    })),
  }
}

function comparisonOf({ headCase, ...comparison }: Old, status: string): Old {
  const { withoutStalls = null } = comparison
  return {
    ...{ ...BLANK_COMPARISON, biasSource: 'assumed', baseCase: comparison.case, ...comparison },
    ...warningsOf(comparison),
    ...(withoutStalls?.judgement && statedOf(comparison)),
    ...(status === 'partial' && NO_VERDICT),
  }
}

/** No look gave the verdicts of the first partial records. */
const NO_VERDICT = { pValue: null, adjustedPValue: null, verdict: null, reason: 'interrupted', look: null }

/** The verdict without stalls stood in a field of its own. */
function statedOf(comparison: Old): Old {
  const { ratio, pValue, adjustedPValue, verdict, reason, look = null, inTail, control = null } = comparison
  const { judgement, ...withoutStalls } = comparison.withoutStalls
  return {
    ...{ withoutStalls, ratio: withoutStalls.ratio ?? ratio, look: null, control: null, ...judgement },
    asTimed: { ratio, pValue, adjustedPValue, verdict, reason, look, inTail, control },
  }
}

function profileOf(profile: Old): Old {
  const { native = null } = profile
  return {
    ...{ stacks: [], nativeMissing: null, ...profile },
    launches: profile.launches.map(profiledLaunchOf),
    native: native && { stacks: [], ...native, launches: native.launches.map(profiledLaunchOf) },
  }
}

function profiledLaunchOf(launch: Old): Old {
  return { files: [], self: [], below: [], ...launch }
}

function causeOf({ headCase, ...cause }: Old): Old {
  return {
    ...{ baseCase: cause.case, sampler: 'inspector', ...cause },
    rows: cause.rows.map((row: Old) => ({ total: null, ...row })),
    frames: (cause.frames ?? []).map((frame: Old) => ({ total: null, ...frame })),
  }
}

/** What sentences without a value say, and the figures in their order. A figure that a sentence lacks is given here. */
const SENTENCES: readonly (readonly [RegExp, string, Readonly<Record<string, Figure>>])[] = [
  [/^shared its core with other work in (\d+) %/, 'contended-batches', { batchShare: share }],
  [
    /^its batches were of two kinds.* in (\d+) of (\d+) /,
    'bimodal-batches',
    { launches: Number, of: Number },
  ],
  [/^was weighed anew in (\d+) of (\d+) /, 'measured-again', { launches: Number, of: Number }],
  [/^takes ([\d.]+) times as long for twice/, 'growing-state', { timesAsLong: Number }],
  [/^never steady in (\d+) of (\d+) /, 'never-steady', { launches: Number, of: Number }],
  [
    /^still getting faster or slower .* in (\d+) of (\d+) /,
    'drifting-warm-up',
    { launches: Number, of: Number },
  ],
  [/^used the CPU for only (\d+) %/, 'waiting', { cpuShare: share }],
  [/^its bundle takes (\d+) KiB/, 'large-bundle', { gzipBytes: kib }],
  [/^generator-bound: .* busy for (\d+) %/, 'generator-busy', { timeShare: share }],
  [/^was still getting faster in its turns, by (\d+) %/, 'faster-in-turns', { changeShare: share }],
  [
    /^the machine was busy .*\(load ([\d.]+) on (\d+) cores\)/,
    'busy-machine',
    { load: Number, cores: Number },
  ],
  [/^it is a part of what is told as allocated/, 'counted-as-allocated', {}],
  [/^(\w+) does not tell what lies outside/, 'no-external-bytes', { runtime: String }],
  [/^its main thread waited .* for ([\d.]+) %/, 'main-thread-waited', { waitedShare: share }],
  [/^it is too short: .* from (\S+ \w+) on/, 'call-too-short', { leastNs: nanoseconds }],
  [/^the budget is too short beside .* from (\S+ \w+) on/, 'budget-under-channel', { leastNs: nanoseconds }],
  [/^needs (\d+) calls, there were (\d+)/, 'too-few-calls', { needed: Number, calls: Number }],
  [/^it could not be looked at without a collection/, 'always-collected', {}],
]

type Figure = (text: string) => number | string

function codeOf(sentence: string): Old {
  for (const [pattern, code, figures] of SENTENCES) {
    const found = pattern.exec(sentence)
    if (found === null) continue
    const values = Object.entries(figures).map(([name, read], index) => [name, read(found[index + 1] ?? '')])
    return { code, ...Object.fromEntries(values) }
  }
  return { code: 'sentence', text: sentence }
}

function share(percent: string): number {
  return Number(percent) / 100
}

function kib(text: string): number {
  return Number(text) * 1024
}

function nanoseconds(duration: string): number {
  const [value, unit = ''] = duration.split(' ')
  return Number(value) * ({ ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[unit] ?? 1)
}
