/** The schema of what a fleet keeps. */
export const FLEET = 'steelyard'

/** A function runs with the rights of its owner, and finds no other role's object under a name that it uses. */
export const FIXED = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp'

/** Roles without a login: those of people and machines are members. */
export const ROLES = { submitter: 'steelyard_submitter', worker: 'steelyard_worker' } as const

/** What programs and the functions of the database agree on. Raise it where an older worker would no longer be right. */
export const PROTOCOL = 4

/** How long a job may go without a sign of life, and how often a worker gives one. */
export const HEARTBEAT_SECONDS = 60
export const TOUCH_SECONDS = 15

/** A clock that is further off than this is refused: sessions are distinguished by it. */
export const CLOCK_MINUTES = 5

/** Files are sent in parts of this size before they are packed; the functions of the database count on it. */
export const BLOB_CHUNK_BYTES = 4_194_304
