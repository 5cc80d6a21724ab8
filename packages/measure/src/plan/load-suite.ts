import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { recognise } from '@steelyard/dialects'
import { kebabCase } from '@steelyard/harness/definition'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import {
  type AdoptedFile,
  bundleAdopted,
  bundleExpressions,
  bundleFor,
  bundleSuite,
  type Expressions,
  LaunchError,
  LIMITS,
  type SuiteBundle,
  type Target,
} from '@steelyard/launcher'
import type { Workspace, WrittenBundle } from '../launch/workspace.ts'
import { sharedCompatibilityDate } from '../targets/targets.ts'
import { type Adopting, adoptedName, merged } from './adopting.ts'
import { type BundledSuite, isBundled, type SuiteWord, suiteByHash } from './catalog.ts'
import {
  bundleFault,
  checkExports,
  checkIsText,
  expressionsFault,
  loadReason,
  suiteFault,
} from './load-fault.ts'
import { UsageError } from './usage-error.ts'

export interface LoadedSuite {
  /** Absolute path of the suite file. */
  readonly file: string
  readonly description: SuiteDescription
  readonly bundle: WrittenBundle
  /** For each target, why it lacks cases of an adopted file, keyed by case id; absent for a suite of our own. */
  readonly missing?: readonly ReadonlyMap<string, string>[]
  /** The adopted file that was recognised; absent for a suite of our own. */
  readonly adopted?: AdoptedFile
}

/** A suite file is the user's code: it has this long to load, and for a first call that is not timed. */
export const LOAD_LIMITS = { ...LIMITS, startMs: 10_000, commandMs: 10_000 }

/**
 * Bundles a suite, a file or expressions of which one is made, and describes it in a process of its own; an adopted file
 * on each target, since it may register other cases there. UsageError in one sentence when it cannot be read.
 */
export async function loadSuite(
  given: SuiteWord,
  name: string,
  workspace: Workspace,
  adopting: Adopting = {},
): Promise<LoadedSuite> {
  if (isBundled(given)) return loadBundled(given, workspace, adopting)
  if (suiteByHash(given) !== null) {
    throw new UsageError(`Cannot load the suite ${name}: only its hash is known here. Give its file.`)
  }
  let bundle: WrittenBundle | null = null
  try {
    if (typeof given === 'string') await checkIsText(given, name)
    const file = typeof given === 'string' ? given : await writtenSuite(given, workspace)
    const adopted = typeof given === 'string' ? await adoptedFile(file, adopting) : null
    const made = await (adopted ? bundleAdopted(adopted) : ownBundle(file, name))
    bundle = await written(made, workspace, adopting)
    const described = await descriptionOf(bundle, adopted ? null : nameOf(file), workspace, adopting)
    return { file, bundle, ...(adopted && { adopted }), ...described }
  } catch (error) {
    throw typeof given === 'string'
      ? await suiteFault(error, given, name, bundle)
      : expressionsFault(error, name)
  }
}

async function written(bundle: SuiteBundle, workspace: Workspace, { targets = [] }: Adopting) {
  const all = targets.map(({ target }) => target)
  return workspace.writeBundle(await bundleFor(bundle, all))
}

/** @param name that a suite has where it gives itself none; null for an adopted file */
async function descriptionOf(
  bundle: WrittenBundle,
  name: string | null,
  workspace: Workspace,
  adopting: Adopting,
): Promise<Pick<LoadedSuite, 'description' | 'missing'>> {
  if (name === null) return loadEverywhere(bundle, workspace, adopting)
  const described = await loadIn(await workspace.loader(), bundle, null, workspace)
  // Such a suite reports its own times, which is for what this program made of another tool's file.
  if (described.adopted)
    throw new UsageError(`Cannot load the suite ${name}: it exports no suite() of its own.`)
  return { description: withNames(described, name) }
}

async function adoptedFile(file: string, { dialect = null, names }: Adopting): Promise<AdoptedFile | null> {
  const recognised = await recognise(file, dialect)
  return recognised && { ...recognised, file, name: adoptedName(file, names ?? new Set()) }
}

async function ownBundle(file: string, name: string): Promise<SuiteBundle> {
  try {
    const bundle = await bundleSuite(file)
    await checkExports(file, name)
    return bundle
  } catch (error) {
    throw await bundleFault(error, file, name)
  }
}

/** Bundles a suite file or an adopted one, by its absolute path, for another machine; UsageError when it cannot be. */
export async function bundleToSend(
  file: string,
  name: string,
  adopting: Adopting = {},
): Promise<Omit<BundledSuite, 'caseId'>> {
  try {
    await checkIsText(file, name)
    const adopted = await adoptedFile(file, adopting)
    const bundle = await (adopted === null ? ownBundle(file, name) : bundleAdopted(adopted))
    return { name: adopted?.name ?? nameOf(file), bundle, isAdopted: adopted !== null }
  } catch (error) {
    throw await suiteFault(error, file, name, null)
  }
}

/** Loads a suite that was bundled on another machine, as one that was bundled here. */
async function loadBundled(
  { name, bundle: text, isAdopted }: BundledSuite,
  workspace: Workspace,
  adopting: Adopting,
): Promise<LoadedSuite> {
  const bundle = await written(text, workspace, adopting)
  try {
    const described = await descriptionOf(bundle, isAdopted ? null : name, workspace, adopting)
    if (described.description.server === null) return { file: name, bundle, ...described }
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    throw new UsageError(`Cannot load the suite ${name}: ${loadReason(error)}.`)
  }
  throw new UsageError(
    `Cannot load the suite ${name}: servers are made of files, and its bundle alone is here.`,
  )
}

/** Loads a bundle on each target, on the pinned Node without targets; throws LaunchError when it loads on none. */
async function loadEverywhere(bundle: WrittenBundle, workspace: Workspace, { targets = [] }: Adopting) {
  const date = sharedCompatibilityDate(targets)
  const where = targets.length > 0 ? targets.map(one => one.target) : [await workspace.loader()]
  const tries = await Promise.all(
    where.map(target =>
      loadIn(target, bundle, date, workspace).catch(error => {
        if (error instanceof LaunchError) return error
        throw error
      }),
    ),
  )
  const [first] = tries
  if (first instanceof LaunchError && tries.every(one => one instanceof LaunchError)) throw first
  return merged(tries.map(one => (one instanceof LaunchError ? loadReason(one) : one)))
}

async function loadIn(target: Target, bundle: WrittenBundle, date: string | null, workspace: Workspace) {
  await using loader = await workspace.launch(target, bundle, {
    core: null,
    compatibilityDate: date,
    limits: LOAD_LIMITS,
  })
  return (await loader.exchange({ type: 'load' })).reply.suite
}

/** @throws UsageError for the first that cannot be read */
export async function checkExpressions(words: readonly SuiteWord[]): Promise<void> {
  for (const word of words) {
    if (typeof word !== 'string' && !isBundled(word))
      await bundleExpressions(word, process.cwd()).catch(error => {
        throw error instanceof SyntaxError ? new UsageError(error.message) : error
      })
  }
}

async function writtenSuite(expressions: Expressions, workspace: Workspace): Promise<string> {
  const file = join(await workspace.newFolder(), 'expressions.mjs')
  await writeFile(file, await bundleExpressions(expressions, process.cwd()))
  return file
}

/** Returns a description with a name and a question, where the suite gives none: by its file and its cases. */
function withNames(description: SuiteDescription, fileName: string): SuiteDescription {
  const { name, question, cases } = description
  return { ...description, name: name || fileName, question: question || questionOf(cases) }
}

/** Returns `array-copy` for `array_copy.bench.ts` and for `array-copy/suite.ts`. */
export function nameOf(file: string): string {
  const [word = ''] = basename(file).split('.')
  const own = word === 'suite' ? basename(dirname(file)) : word
  return kebabCase(own) || 'suite'
}

function questionOf(cases: readonly string[]): string {
  const [first = '', second = '', ...others] = cases
  if (cases.length === 1) return `How long does ${first} take?`
  return others.length === 0
    ? `Which is faster, ${first} or ${second}?`
    : `Which of ${cases.length} cases is fastest?`
}
