// Runs all tests but *.long.test.ts: a process for each file, and one for each of SHARED_FOLDERS.
// With --long it runs only *.long.test.ts, and writes their results to scripts/test-long.txt. Further words choose files by path.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { git } from './build/places.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/compiled-for-tests')
const SHARED = join(ROOT, 'node_modules/.cache/shared-tests')
const LONG_OUTPUT = join(import.meta.dirname, 'test-long.txt')

/** Where the files are that take longest. They begin first, so that none of them runs alone at the end. */
const SLOWEST_FOLDERS = ['packages/cli/test/', 'selfbench/', 'scripts/']

/** These run while no other file does: other work on the core hides a false clock. */
const ALONE = ['packages/cli/test/false-clock.test.ts']

/** Tests in such a folder change nothing of their process, and share one: to start it takes longer than most of them. */
const SHARED_FOLDERS = globSync(
  [
    'packages/{analysis,archive,dialects,fleet,harness,interop,load,measure,record,report}/src',
    'packages/{schedule,stats,text}/src',
    'packages/cli/src/{commands,options,output}',
    'packages/launcher/src/{apps,bundle,machine,meter,targets}',
  ],
  { cwd: ROOT },
).map(folder => `${folder}/`)

const SLOWEST_SHOWN = 20

/** For a file that never ends: no slow machine needs as long for one. */
const MOST_MS = 15 * 60_000

const isLongRun = process.argv.includes('--long')
const words = process.argv.slice(2).filter(word => word !== '--long')
const found = globSync('**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .filter(file => file.endsWith('.long.test.ts') === isLongRun)
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .sort()
if (found.length === 0) {
  const kind = isLongRun ? 'long test' : 'test that is not long'
  process.stderr.write(`Cannot test ${words.join(', ')}: no ${kind} has that in its path.\n`)
  process.exit(2)
}
const isSlow = (file: string) => SLOWEST_FOLDERS.some(folder => file.startsWith(folder))
const isShared = (file: string) => SHARED_FOLDERS.some(folder => file.startsWith(folder))

// What was compiled from temporary folders would pile up.
rmSync(CACHE, { recursive: true, force: true })
rmSync(SHARED, { recursive: true, force: true })
const alone = found.filter(file => ALONE.includes(file))
const files = [
  ...found.filter(file => isSlow(file) && !ALONE.includes(file)),
  ...(isLongRun ? [] : SHARED_FOLDERS.map(sharedFile)),
  ...found.filter(file => !isSlow(file) && !isShared(file)),
]

const ended = new Map<string, { readonly seconds: number; readonly tests: number; readonly failed: number }>()
await pipeline(eventsOf, new spec(), process.stdout)
const slowest = [...ended].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
process.stdout.write(
  slowest.map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join(''),
)
if (isLongRun) writeFileSync(LONG_OUTPUT, longOutput())

async function* eventsOf(): AsyncGenerator<TestEvent> {
  if (alone.length > 0) {
    for await (const event of runFiles(alone, 1)) {
      // At the summary of all files the reporter lists the failures, which belong at the end.
      if (event.type !== 'test:summary' || event.data.file !== undefined) yield event
    }
  }
  // One more than two cores can run: many wait, for a registry, a limit of time or the end of a process. Long ones measure.
  yield* runFiles(files, isLongRun ? 2 : 3)
}

function runFiles(paths: readonly string[], concurrency: number): AsyncIterable<TestEvent> {
  const events = run({
    cwd: ROOT,
    files: paths.map(file => join(ROOT, file)),
    concurrency,
    timeout: MOST_MS,
    // Without it each file, and each command that it starts, compiles the same modules. Runtimes that are measured have
    // an environment of their own, without this.
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  })
  events.on('test:summary', ({ file, duration_ms, success, counts }) => {
    if (!success) process.exitCode = 1
    if (file === undefined) return
    const failed = counts.tests - counts.passed - counts.skipped
    ended.set(file.slice(ROOT.length + 1), { seconds: duration_ms / 1000, tests: counts.tests, failed })
  })
  return events
}

/** Writes a file that has all tests of a folder run, and returns its path. */
function sharedFile(folder: string): string {
  const file = join(SHARED, `${folder}all.mjs`)
  mkdirSync(dirname(file), { recursive: true })
  const own = found.filter(one => one.startsWith(folder))
  writeFileSync(file, own.map(one => `import '${join(ROOT, one)}'\n`).join(''))
  return file.slice(ROOT.length + 1)
}

/** What each file would catch is the first line of it. Of a file that did not run now, the last output stays. */
function longOutput(): string {
  const commit = git('describe', '--always', '--dirty')
  const date = new Date().toISOString().slice(0, 10)
  const entries = readFileSync(LONG_OUTPUT, 'utf8')
    .trimEnd()
    .split(/\n(?=\S)/)
    .filter(entry => !files.includes(entry.split(':', 1)[0] ?? ''))
  for (const file of files) {
    const { seconds = 0, tests = 0, failed = 0 } = ended.get(file) ?? {}
    const [catches = ''] = readFileSync(join(ROOT, file), 'utf8').split('\n')
    const counts = `${tests} ${tests === 1 ? 'test' : 'tests'}, ${failed} failed, ${Math.round(seconds)} s`
    entries.push(`${file}: ${counts} (${commit}, ${date})\n  ${catches.replace('// ', '')}`)
  }
  return `${entries.sort().join('\n')}\n`
}
