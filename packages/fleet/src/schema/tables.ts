import { FLEET, ROLES } from './names.ts'

/** The quota where none was set, in bytes of files before they are packed. */
const QUOTA_BYTES = 4_000_000_000

/**
 * What a fleet keeps. A request has slots, one for each machine that it wants; a slot has tasks, which are its jobs; a task that
 * was done has a result. A slot is settled once each of its jobs has a result, or once no machine has it and none can begin it
 * any more. What asks for work looks at the others alone, so that it costs no more after a year than
 * on the first day. Free ones come in their order; where a slot is not free, it is of one machine.
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
  sessions integer NOT NULL CHECK (sessions > 0),
  apart interval NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL DEFAULT session_user,
  cancelled_at timestamptz,
  growth jsonb
);

CREATE TABLE IF NOT EXISTS ${FLEET}.slot (
  request text NOT NULL REFERENCES ${FLEET}.request ON DELETE CASCADE,
  number integer NOT NULL,
  cpu_id text,
  installation uuid,
  settled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (request, number),
  UNIQUE (request, cpu_id, installation)
);
CREATE INDEX IF NOT EXISTS slot_open ON ${FLEET}.slot (cpu_id, installation, request, number) WHERE NOT settled;

CREATE TABLE IF NOT EXISTS ${FLEET}.task (
  job uuid PRIMARY KEY,
  request text NOT NULL,
  slot integer NOT NULL,
  session integer NOT NULL,
  piece integer NOT NULL,
  command text[] NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  token uuid,
  began_at timestamptz,
  touched_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  start_after timestamptz NOT NULL DEFAULT now(),
  message text,
  UNIQUE (request, slot, session, piece),
  FOREIGN KEY (request, slot) REFERENCES ${FLEET}.slot ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS task_running ON ${FLEET}.task (touched_at) WHERE state = 'running';

CREATE TABLE IF NOT EXISTS ${FLEET}.result (
  job uuid PRIMARY KEY REFERENCES ${FLEET}.task ON DELETE CASCADE,
  record_id uuid NOT NULL UNIQUE,
  record bytea NOT NULL CHECK (octet_length(record) <= 67108864),
  cpu_id text NOT NULL,
  installation uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

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
