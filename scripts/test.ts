// Runs every test of the repository, two files at a time.
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/compiled-for-tests')

/** Where the files are that take longest. They begin first, so that none of them runs alone at the end. */
const LONG = ['packages/cli/test/', 'selfbench/', 'scripts/']

const SLOWEST_SHOWN = 20

/** For a test that never ends: no slow machine needs as long for one. */
const MOST_MS = 10 * 60_000

const found = globSync('**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort()
const isLong = (file: string) => LONG.some(folder => file.startsWith(folder))
const files = [...found.filter(isLong), ...found.filter(file => !isLong(file))]

// What was compiled from temporary folders would pile up.
rmSync(CACHE, { recursive: true, force: true })

const events = run({
  cwd: ROOT,
  files: files.map(file => join(ROOT, file)),
  concurrency: 2,
  timeout: MOST_MS,
  // Else each file, and each command that it starts, compiles the same modules again. Runtimes that are measured have
  // an environment of their own, without this.
  env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
})

const seconds = new Map<string, number>()
events.on('test:summary', ({ file, duration_ms, success }) => {
  if (!success) process.exitCode = 1
  if (file !== undefined) seconds.set(file.slice(ROOT.length + 1), duration_ms / 1000)
})
events.compose(spec).pipe(process.stdout)
events.once('end', () => {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN)
  process.stdout.write(slowest.map(([file, s]) => `${s.toFixed(1).padStart(7)} s  ${file}\n`).join(''))
})
