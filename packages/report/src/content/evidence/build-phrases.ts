import { type ComparisonRecord, programSha256, type RunRecord, type TargetRecord } from '@steelyard/record'
import { formatRatio, name, nameList, type Phrase } from '@steelyard/text'
import { caseName } from '../section.ts'

/** More is in the record, and in evidence. */
const MOST_SETTINGS = 8
const MOST_NAMES = 64

const UNKNOWN = 'unknown'

/** What bears on the speed of a build, in words; null where the build does not tell. */
const FACTS: readonly (readonly [string, (target: TargetRecord) => string | null])[] = [
  ['Link-time optimisation (LTO)', ({ build }) => ltoOf(build ?? {})],
  ['Profile-guided optimisation (PGO)', ({ build }) => pgoOf(build ?? {})],
  ['Pointer compression', ({ build }) => switchOf(build?.v8_enable_pointer_compression)],
  ['Configuration', ({ build }) => build?.default_configuration ?? null],
  // As `deno --version` puts it: deno 2.9.6 (stable, release, x86_64-unknown-linux-gnu).
  ['Channel, profile and platform', ({ build }) => /\((.*)\)$/.exec(build?.deno ?? '')?.[1] ?? null],
  ['Dynamic loader', ({ binary }) => (binary.elf ? (binary.elf.loader ?? 'none') : null)],
  ['libm', ({ binary }) => libmOf(binary.elf?.libraries ?? null)],
]

/** The names in a build of which those that all builds share are left out. */
const LISTS: readonly (readonly [string, (target: TargetRecord) => readonly string[] | null])[] = [
  [
    'Compilers and linkers named in the file',
    ({ binary }) => binary.elf?.compilers?.slice(0, MOST_NAMES) ?? null,
  ],
  ['Other shared libraries', ({ binary }) => otherLibraries(binary.elf?.libraries ?? null)],
]

/**
 * Returns in what base, rebuilt base and heads differ by how they were built, a sentence for each fact. Builds of another
 * runtime than the base's are left out, and those that are the same program.
 */
export function buildPhrases(record: RunRecord): Phrase[] {
  const builds = distinctBuilds(record)
  if (builds.length < 2) return []
  return [
    ...FACTS.flatMap(([fact, of]) => differing(fact, builds, builds.map(of))),
    ...LISTS.flatMap(([fact, of]) => differing(fact, builds, ownNames(builds.map(of)))),
    ...settings(builds),
  ]
}

function distinctBuilds({ compared, targets }: RunRecord): TargetRecord[] {
  if (compared === null) return []
  const { base, rebuilt, heads } = compared
  const ids = [base, ...(rebuilt === null ? [] : [rebuilt]), ...heads]
  const built = ids.flatMap(id => targets.find(target => target.id === id && target.build !== null) ?? [])
  const programs = built.map(programSha256)
  return built
    .filter((_, index) => programs.indexOf(programs[index] ?? null) === index)
    .filter(({ runtime }) => runtime === built[0]?.runtime)
}

function differing(
  fact: string,
  builds: readonly TargetRecord[],
  values: readonly (string | null)[],
): Phrase[] {
  if (new Set(values).size < 2) return []
  const ids = Map.groupBy(builds.entries(), ([index]) => values[index] ?? UNKNOWN)
  const parts = Array.from(ids, ([value, found], index): Phrase => {
    const targets = found.map(([, { id }]) => id)
    return [`${index === 0 ? '' : '; '}${value} in `, ...nameList(targets, targets.length)]
  })
  return [[`${fact}: `, ...parts.flat()]]
}

/** Settings of V8 that both tell, by their own names. */
function settings(builds: readonly TargetRecord[]): Phrase[] {
  const [first, ...others] = builds.map(({ build }) => build ?? {})
  const names = Object.keys(first ?? {})
    .filter(each => /^v8_/.test(each) && each !== 'v8_enable_pointer_compression')
    .filter(each => others.every(build => build[each] !== undefined))
    .filter(each => others.some(build => build[each] !== first?.[each]))
    .toSorted()
  const valuesOf = (setting: string) => builds.map(({ build }) => build?.[setting] ?? null)
  const rest = names.length - MOST_SETTINGS
  return [
    ...names.slice(0, MOST_SETTINGS).flatMap(each => differing(each, builds, valuesOf(each))),
    ...(rest > 0 ? [[`${rest} more settings of V8 differ: the record has them`]] : []),
  ]
}

function ltoOf({ enable_lto: full, enable_thin_lto: thin }: Readonly<Record<string, string>>): string | null {
  if (full === undefined && thin === undefined) return null
  return thin === 'true' ? 'thin' : full === 'true' ? 'on' : 'off'
}

function pgoOf(build: Readonly<Record<string, string>>): string | null {
  const { enable_pgo_use: use, enable_pgo_generate: generate } = build
  if (use === undefined && generate === undefined) return null
  return generate === 'true' ? 'collecting a profile' : use === 'true' ? 'on' : 'off'
}

function switchOf(value: string | undefined): string | null {
  return value === '1' || value === 'true' ? 'on' : value === '0' || value === 'false' ? 'off' : null
}

const LIBM = /^libm\.so/

function libmOf(libraries: readonly string[] | null): string | null {
  if (libraries === null) return null
  return libraries.find(each => LIBM.test(each)) ?? 'not a shared library'
}

function otherLibraries(libraries: readonly string[] | null): readonly string[] | null {
  return libraries?.filter(each => !LIBM.test(each)).slice(0, MOST_NAMES) ?? null
}

/** Returns what each known list has beyond the names that all have; short, unless that makes two the same. */
function ownNames(lists: readonly (readonly string[] | null)[]): (string | null)[] {
  const isCommon = (each: string) => lists.every(list => list?.includes(each))
  const nothing = lists.includes(null) ? 'none' : 'none more'
  const texts = (textOf: (each: string) => string) =>
    lists.map(list => {
      const own = list?.filter(each => !isCommon(each)) ?? null
      return own?.length === 0 ? nothing : (own?.map(textOf).join(' + ') ?? null)
    })
  const [whole, short] = [texts(each => each), texts(shortName)]
  return new Set(short).size < new Set(whole).size ? whole : short
}

/** Leaves out the packager: `GCC: (GNU) 14.2.1 20250110 (Red Hat 14.2.1-11)` becomes `GCC 14.2.1 20250110`. */
function shortName(compiler: string): string {
  return compiler
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/^GCC:/, 'GCC')
    .replace(' version ', ' ')
}

/** Returns how a rebuilt base stands to the base, case by case, and which heads differ no more than that. */
export function rebuildPhrases(record: RunRecord): Phrase[] {
  const rebuilt = record.compared?.rebuilt ?? null
  if (rebuilt === null) return []
  const paired = record.comparisons.filter(comparison => comparison.paired)
  return paired
    .filter(({ head }) => head === rebuilt)
    .flatMap(alone => [
      [name(caseName(alone)), `: the rebuilt base is ${formatRatio(alone.ratio)} of the base`],
      ...paired
        .filter(head => head.head !== rebuilt && caseName(head) === caseName(alone))
        .filter(head => isWithin(head, alone))
        .map(
          (head): Phrase => [
            { text: 'Warning', role: 'trouble' },
            ': ',
            name(caseName(head)),
            ' on ',
            name(head.head),
            ` ${formatRatio(head.ratio)} differs from the base no more than a rebuild does: it says nothing about the source`,
          ],
        ),
    ])
}

/** Whether some of what the head's interval holds lies no further from 1 than the end of the rebuilt base's. */
function isWithin({ ratio }: ComparisonRecord, { ratio: alone }: ComparisonRecord): boolean {
  const reach = Math.max(Math.abs(Math.log(alone.lower)), Math.abs(Math.log(alone.upper)))
  const [lower, upper] = [Math.log(ratio.lower), Math.log(ratio.upper)]
  return lower <= reach && upper >= -reach
}
