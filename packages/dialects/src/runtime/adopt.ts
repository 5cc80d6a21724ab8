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
  const params: Record<string, readonly ParamValue[]> = {}
  const adopted = caseIds(titles).map((id, index) => {
    const one = cases[index] as RegisteredCase
    const names = namesIn(params, id, one.params)
    const described: AdoptedCase = {
      title: titles[index] ?? '',
      params: names.map(([name]) => name),
      leftOut: (one.leftOut ?? []).map(combination =>
        Object.fromEntries(names.map(([name, given]) => [name, combination[given] as ParamValue])),
      ),
    }
    return { id, one, names, described }
  })
  return {
    kind: 'adopted',
    name,
    question: `How long do the cases of ${file} (${dialect}) take?`,
    dialect,
    params,
    baseline: (adopted.find(({ one }) => one.isBaseline) ?? adopted[0])?.id ?? '',
    cases: Object.fromEntries(adopted.map(({ id, described }) => [id, described])),
    unsupported: Object.fromEntries(
      adopted.flatMap(({ id, one }) => {
        const reason = one.unsupported ?? ofFile
        return reason === null ? [] : [[id, reason]]
      }),
    ),
    make(id, chosen) {
      const found = adopted.find(each => each.id === id)
      if (found === undefined) throw new RangeError(`there is no case '${id}'`)
      checkNames(found.names, chosen)
      const given = found.names.map(([name, own]) => [own, chosen[name] as ParamValue])
      return found.one.make(Object.fromEntries(given))
    },
  }
}

/**
 * Adds the parameters of a case, and returns each of its names with what the file calls it. Parameters of one name are one
 * where they have the same values; otherwise a later one is named after its case too.
 */
function namesIn(params: Record<string, readonly ParamValue[]>, id: string, own: Params = {}) {
  return Object.entries(own).map(([given, values]): readonly [name: string, given: string] => {
    const known = params[given]
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(values)
    const name = isSame ? given : `${id}.${given}`
    params[name] = values
    return [name, given]
  })
}

/** Another target may give a case other parameters, or other names to them: first values would be measured in their place. */
function checkNames(names: readonly (readonly [name: string, given: string])[], chosen: object): void {
  const asked = Object.keys(chosen).sort().join()
  const own = Array.from(names, ([name]) => name)
    .sort()
    .join()
  if (asked !== own) throw new RangeError(`its parameters are other ones on this target (${own || 'none'})`)
}

/** Some runtimes have it, some a part of it. */
declare const process: { readonly argv?: string[] } | undefined

/** Shows a file that it was started alone. Arguments of a host are paths, and some files empty the folder that is their last. */
function startAs(path: string | null): void {
  const argv = typeof process === 'undefined' ? undefined : process.argv
  argv?.splice(1, argv.length, ...(path === null ? [] : [path]))
}

/** Loads a file and what it leaves to be done; throws what it throws. A file that prints its results finds none. */
async function loaded(load: () => unknown): Promise<void> {
  const guard = guarded()
  try {
    const exported = await (async () => load())().catch(error => {
      if (!registry.hasRun) throw error
    })
    await registry.finish(exported)
    // Runtimes report unhandled rejections once their queue of promises is empty.
    await eventLoopTurn(0)
  } finally {
    guard.release()
  }
  if (guard.rejection !== undefined && !registry.hasRun) throw guard.rejection.reason
}
