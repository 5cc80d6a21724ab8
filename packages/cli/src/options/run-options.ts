import type { RunOptions } from '@steelyard/measure'

/** Where results go, and what is shown of them. Nothing of it reaches what measures. */
export interface RunOutput {
  /** Shows the plan and measures nothing. */
  readonly dryRun: boolean
  readonly verbose: boolean
  /** Files to write, - for standard output, or null. */
  readonly json: string | null
  readonly markdown: string | null
  /** Folder for records, if they are saved. */
  readonly out: string
  readonly save: boolean
  /** Folder for the evidence of a comparison, or null. */
  readonly evidenceFolder: string | null
  readonly failOn: 'slower' | null
}

/** What a command that ends in the report of a record was asked for. */
export interface RunCommandOptions extends RunOptions {
  readonly output: RunOutput
}

/** Keeps and writes nothing. */
export const BARE_OUTPUT: RunOutput = {
  dryRun: false,
  verbose: false,
  json: null,
  markdown: null,
  out: '',
  save: false,
  evidenceFolder: null,
  failOn: null,
}
