import type { Database } from './database.ts'
import { FLEET } from './schema/names.ts'
import { type RequestState, requestStates } from './state.ts'

/**
 * Cancels a request: no job of it is begun any more. What runs may end, and every record that there is stays.
 *
 * @returns how far it is then; to cancel it again changes nothing
 * @throws FleetError where there is no such request
 */
export async function cancelRequest(database: Database, id: string): Promise<RequestState | undefined> {
  await requestStates(database, id)
  await database.ask(`SELECT ${FLEET}.cancel($1)`, [id])
  const [state] = await requestStates(database, id)
  return state
}
