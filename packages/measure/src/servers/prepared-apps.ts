import { appFolder, findPrepared, LaunchError, type PreparedApp } from '@steelyard/launcher'
import { PROGRAM } from '@steelyard/text'
import type { LoadedSuite } from '../plan/load-suite.ts'
import type { SuitePlan } from '../plan/plan.ts'
import { UsageError } from '../plan/usage-error.ts'

/** Returns the app made from the current files of the suite; LaunchError when it was not made, or cannot be. */
export async function preparedApp({ file, description }: LoadedSuite, name: string): Promise<PreparedApp> {
  const found = await findPrepared(appFolder(file, name))
  if (found !== null) return found
  throw new LaunchError('failed', `was not prepared: run '${PROGRAM} prepare ${description.name}' first`)
}

/**
 * Checks that every app of a plan is there before anything is timed; UsageError naming those that are not. `label` is
 * the suite as the command line names it.
 */
export async function checkPrepared(loaded: LoadedSuite, plan: SuitePlan, label: string): Promise<void> {
  const needed = plan.contenders.flatMap(({ caseId }) => {
    const app = loaded.description.server?.apps[caseId]
    return app !== undefined && 'prepared' in app ? [app.prepared] : []
  })
  const missing: string[] = []
  for (const name of new Set(needed)) {
    const found = await findPrepared(appFolder(loaded.file, name)).catch(error => {
      throw error instanceof LaunchError ? new UsageError(error.message) : error
    })
    if (found === null) missing.push(name)
  }
  if (missing.length === 0) return
  throw new UsageError(
    `Cannot run ${label}: ${missing.join(' and ')} ${missing.length === 1 ? 'was' : 'were'} not prepared from what is there now. Run '${PROGRAM} prepare ${label}' once.`,
  )
}
