import { FLEET, ROLES } from './names.ts'

/** The quota where none was set, in bytes of files before they are packed. */
const QUOTA_BYTES = 4_000_000_000

/** Of one machine. */
const MOST_JOBS = 20_000
const MOST_COMMAND_BYTES = 10_000_000

/** A submitter writes rows: what is no request, or makes too many jobs, would stop all workers and the status of others. */
const SOUND = `
  id ~ '^[0-9a-f]{8}$' AND array_ndims(asked) = 1 AND array_position(asked, NULL) IS NULL
  AND length(conditions::text) < 10000 AND NOT jsonb_path_exists(conditions, 'strict $[*].values[*] ? (@.type() != "string")')
  AND NOT jsonb_path_exists(commands, 'strict $[*][*] ? (@.type() != "string")')
  AND sessions::bigint * jsonb_array_length(commands) BETWEEN 1 AND ${MOST_JOBS}
  AND sessions::bigint * length(commands::text) < ${MOST_COMMAND_BYTES}
  AND seed BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} AND apart BETWEEN '0 s' AND '1 year'
  AND machines BETWEEN 1 AND 1000000 AND open BETWEEN 0 AND machines AND isfinite(cancelled_at)
  AND jsonb_path_exists(growth, '$ ? (@.most.type() == "number" && @.untilWidth.type() == "number")')`

/**
 * What a fleet keeps. A request is open for machines until it has all of them. A machine that joins gets its tasks, which are
 * its jobs, with seeds that no other has; one that leaves before its first record gives them up. What asks for work looks at
 * requests that are open and at its own tasks alone, so that it costs no more after a year than on the first day.
 */
export const TABLES = `
CREATE SCHEMA IF NOT EXISTS ${FLEET};

CREATE TABLE IF NOT EXISTS ${FLEET}.fleet (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  protocol integer NOT NULL,
  quota bigint NOT NULL DEFAULT ${QUOTA_BYTES}
);

CREATE TABLE IF NOT EXISTS ${FLEET}.machine (
  cpu_id text NOT NULL,
  installation uuid NOT NULL,
  cpu_model text NOT NULL,
  platform text NOT NULL,
  steelyard text NOT NULL,
  runtimes text[] NOT NULL,
  allows text[] NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cpu_id, installation)
);

CREATE TABLE IF NOT EXISTS ${FLEET}.request (
  id text PRIMARY KEY,
  asked text[] NOT NULL,
  conditions jsonb NOT NULL,
  steelyard text NOT NULL,
  runtimes text[] NOT NULL,
  needs text[] NOT NULL,
  blobs text[] NOT NULL,
  commands jsonb NOT NULL,
  seed bigint NOT NULL,
  sessions integer NOT NULL CHECK (sessions > 0),
  apart interval NOT NULL,
  machines integer NOT NULL,
  open integer NOT NULL,
  joined integer NOT NULL DEFAULT 0,
  growth jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz
);
ALTER TABLE ${FLEET}.request DROP CONSTRAINT IF EXISTS request_sound;
ALTER TABLE ${FLEET}.request ADD CONSTRAINT request_sound CHECK (${SOUND}) NOT VALID;
CREATE INDEX IF NOT EXISTS request_open ON ${FLEET}.request (id) WHERE open > 0 AND cancelled_at IS NULL;

CREATE TABLE IF NOT EXISTS ${FLEET}.task (
  job uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request text NOT NULL REFERENCES ${FLEET}.request ON DELETE CASCADE,
  cpu_id text NOT NULL,
  installation uuid NOT NULL,
  session integer NOT NULL,
  piece integer NOT NULL,
  command text[] NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  token uuid,
  began_at timestamptz,
  touched_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  start_after timestamptz NOT NULL DEFAULT now(),
  message text,
  record_id uuid UNIQUE,
  record bytea CHECK (octet_length(record) <= 67108864),
  UNIQUE (request, cpu_id, installation, session, piece)
);
CREATE INDEX IF NOT EXISTS task_open ON ${FLEET}.task (cpu_id, installation) WHERE state IN ('waiting', 'running');
CREATE INDEX IF NOT EXISTS task_running ON ${FLEET}.task (touched_at) WHERE state = 'running';

CREATE TABLE IF NOT EXISTS ${FLEET}.refusal (
  request text NOT NULL REFERENCES ${FLEET}.request ON DELETE CASCADE,
  cpu_id text NOT NULL,
  installation uuid NOT NULL,
  reason text NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request, cpu_id, installation)
);
`

/** Roles are of the whole cluster: another fleet on it may have made them. */
export const ROLES_MADE = Object.values(ROLES)
  .map(
    role => `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;`,
  )
  .join('\n')
