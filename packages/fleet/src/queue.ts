import type { PgBoss } from 'pg-boss'
import type { Ask } from './database.ts'
import { loadQueue } from './engine.ts'
import { QUEUE_SCHEMA } from './schema/names.ts'

/**
 * Opens the queue over a connection that is there, while `use` works with it. It does nothing by itself.
 *
 * @param isMaker whether its tables are made or brought up to date first
 */
export async function withQueue<Result>(
  ask: Ask,
  isMaker: boolean,
  use: (queue: PgBoss) => Promise<Result>,
): Promise<Result> {
  const { PgBoss } = await loadQueue()
  const queue = new PgBoss({
    db: { executeSql: async (text, values = []) => ({ rows: await ask(text, values) }) },
    schema: QUEUE_SCHEMA,
    migrate: isMaker,
    createSchema: isMaker,
    supervise: false,
    schedule: false,
  })
  // The caller gets the error.
  queue.on('error', () => {})
  await queue.start()
  try {
    return await use(queue)
  } finally {
    await queue.stop({ graceful: false })
  }
}
