import type { Params, ParamValue } from '@steelyard/harness'
import type { AdoptedCase, AdoptedSuite } from '@steelyard/harness/adopted'
import { caseIds } from './case-ids.ts'
import { guarded } from './guard.ts'
import { eventLoopTurn, type RegisteredCase, registry } from './registry.ts'

/** What is known of a file before it is loaded. */
export interface AdoptedFile {
  /** Kebab-case name of the suite that it makes. */
  readonly name: string
  /** The file as questions name it. */
  readonly file: string
  readonly dialect: string
  /** Why none of its cases can be measured; null where no reason is known. */
  readonly unsupported: string | null
  /** Absolute path, for a file that reads what its process was started with; null for others. */
  readonly path: string | null
}

/** A description of more would not be read. */
const MOST_CASES = 10_000

/**
 * Loads a benchmark file, whose imports are shims that register its cases, and returns the suite that they make.
 *
 * @param load imports the file
 * @throws what the file throws before it asks for its cases to be run, and TypeError when it registers none
 */
export async function adopt(
  { name, file, dialect, unsupported: ofFile, path }: AdoptedFile,
  load: () => unknown,
): Promise<AdoptedSuite> {
  startAs(path)
  await loaded(load)
  const { cases } = registry
  if (cases.length === 0) throw new TypeError(`it registers no case of ${dialect}`)
  if (cases.length > MOST_CASES) {
    throw new RangeError(`it registers ${cases.length} cases, more than ${MOST_CASES}`)
  }
  const titles = cases.map(({ path }) => path.join(' > '))
  const ids = caseIds(titles)
  const registered = new Map<string, RegisteredCase>(
    ids.map((id, index) => [id, cases[index] as RegisteredCase]),
  )
  const { params, names } = sharedParams(registered)
  const baseline = ids.find(id => registered.get(id)?.isBaseline) ?? ids[0] ?? ''
  return {
    kind: 'adopted',
    name,
    question: `How long do the cases of ${file} (${dialect}) take?`,
    dialect,
    params,
    baseline,
    cases: Object.fromEntries(
      ids.map((id, index): [string, AdoptedCase] => [
        id,
        {
          title: titles[index] ?? '',
          params: Object.keys(names.get(id) ?? {}),
          leftOut: leftOutOf(registered.get(id), names.get(id) ?? {}),
        },
      ]),
    ),
    unsupported: Object.fromEntries(
      [...registered].flatMap(([id, one]) => {
        const reason = one.unsupported ?? ofFile
        return reason === null ? [] : [[id, reason]]
      }),
    ),
    make(id, chosen) {
      const one = registered.get(id)
      if (one === undefined) throw new RangeError(`there is no case '${id}'`)
      const own = Object.entries(names.get(id) ?? {})
      return one.make(Object.fromEntries(own.map(([name, given]) => [given, chosen[name] as ParamValue])))
    },
  }
}

/** Some runtimes have it, some a part of it. */
declare const process: { readonly argv?: string[] } | undefined

/**
 * Shows a file that it was started alone, as its own tool does. A process has arguments of its host, which are paths: some
 * files empty the folder that is their last argument.
 */
function startAs(path: string | null): void {
  const argv = typeof process === 'undefined' ? undefined : process.argv
  argv?.splice(1, argv.length, ...(path === null ? [] : [path]))
}

/** Returns the combinations that a case lacks, by the names that its parameters have here. */
function leftOutOf(one: RegisteredCase | undefined, names: Readonly<Record<string, string>>) {
  const own = Object.entries(names)
  return (one?.leftOut ?? []).map(combination =>
    Object.fromEntries(own.map(([name, given]) => [name, combination[given] as ParamValue])),
  )
}

/** Loads a file and what it leaves to be done; throws what it throws. A file that prints its results finds none. */
async function loaded(load: () => unknown): Promise<void> {
  const guard = guarded()
  try {
    let exported: unknown
    try {
      exported = await load()
    } catch (error) {
      if (!registry.hasRun) throw error
    }
    await registry.finish(exported)
    // Runtimes report unhandled rejections once their queue of promises is empty.
    await eventLoopTurn(0)
  } finally {
    guard.release()
  }
  if (guard.rejection !== undefined && !registry.hasRun) throw guard.rejection.reason
}

/** The parameters of all cases, and for each case those that it has: as the file calls them, by their name here. */
interface SharedParams {
  readonly params: Params
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>
}

/** Parameters of one name are one where they have the same values; otherwise a later one is named after its case too. */
function sharedParams(cases: ReadonlyMap<string, RegisteredCase>): SharedParams {
  const params: Record<string, readonly ParamValue[]> = {}
  const names = new Map<string, Record<string, string>>()
  for (const [id, one] of cases) {
    const own: Record<string, string> = {}
    for (const [given, values] of Object.entries(one.params ?? {})) {
      const known = params[given]
      const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(values)
      const name = isSame ? given : `${id}.${given}`
      params[name] = values
      own[name] = given
    }
    names.set(id, own)
  }
  return { params, names }
}
