/** The dialects that files may be written in; also what `--dialect` takes. */
export type DialectName =
  | 'benchmark-js'
  | 'deno'
  | 'jetstream'
  | 'mitata'
  | 'node-bench'
  | 'node-core'
  | 'tinybench'
  | 'vitest'
  | 'workerd'
