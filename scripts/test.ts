// Runs every test of the repository, two processes at a time with one for each file; between them, wherever they wait, one for
// each of SHARED_FOLDERS.
// With --long it runs the slow and rare ones, *.long.test.ts, alone, or those whose path has one of the words that follow, and
// writes what came of each to scripts/test-long.txt.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/compiled-for-tests')
const SHARED = join(ROOT, 'node_modules/.cache/shared-tests')
const LONG_OUTPUT = join(import.meta.dirname, 'test-long.txt')

/** Where the files are that take longest. They begin first, so that none of them runs alone at the end. */
const SLOWEST_FOLDERS = ['packages/cli/test/', 'selfbench/', 'scripts/']

/**
 * Tests in such a folder change nothing of their process, and share one: to start it and to load the same modules takes longer
 * than most of them.
 */
const SHARED_FOLDERS = [
  ...[
    'analysis',
    'archive',
    'dialects',
    'fleet',
    'harness',
    'interop',
    'load',
    'measure',
    'record',
    'report',
  ],
  ...['schedule', 'stats', 'text'],
]
  .map(name => `packages/${name}/src/`)
  .concat(['commands', 'options', 'output'].map(name => `packages/cli/src/${name}/`))
  .concat(['apps', 'bundle', 'machine', 'meter', 'targets'].map(name => `packages/launcher/src/${name}/`))

/** Pure tests take time that no other wants: tests that measure need a core now and then. */
const SHARED_PRIORITY = 5

const SLOWEST_SHOWN = 20

interface Counts {
  readonly tests: number
  readonly passed: number
  readonly skipped: number
}

const NONE: Counts = { tests: 0, passed: 0, skipped: 0 }

/** For a file that never ends: no slow machine needs as long for one. */
const MOST_MS = 15 * 60_000

const isLongRun = process.argv.includes('--long')
const words = process.argv.slice(2).filter(word => word !== '--long')
const found = globSync('**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .filter(file => file.endsWith('.long.test.ts') === isLongRun)
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .sort()
const isSlow = (file: string) => SLOWEST_FOLDERS.some(folder => file.startsWith(folder))
const isShared = (file: string) => SHARED_FOLDERS.some(folder => file.startsWith(folder))

// What was compiled from temporary folders would pile up.
rmSync(CACHE, { recursive: true, force: true })
rmSync(SHARED, { recursive: true, force: true })
const files = [...found.filter(isSlow), ...found.filter(file => !isSlow(file) && !isShared(file))]
const lanes = [
  { files, concurrency: 2 },
  ...(isLongRun ? [] : [{ files: SHARED_FOLDERS.map(sharedFile), concurrency: 1 }]),
].map(lane =>
  run({
    ...lane,
    files: lane.files.map(file => join(ROOT, file)),
    cwd: ROOT,
    timeout: MOST_MS,
    // Without it each file, and each command that it starts, compiles the same modules. Runtimes that are measured have
    // an environment of their own, without this.
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  }),
)

const beganMs = performance.now()
const ended = new Map<string, { readonly seconds: number; readonly counts: Counts }>()
const events = new PassThrough({ objectMode: true })
for (const lane of lanes) {
  lane.on('test:summary', ({ file, duration_ms, success, counts }) => {
    if (!success) process.exitCode = 1
    if (file !== undefined) ended.set(file.slice(ROOT.length + 1), { seconds: duration_ms / 1000, counts })
  })
  lane.pipe(events, { end: false })
}
// Totals of each lane are left out.
const shown = events.filter(({ type, data }) => type !== 'test:diagnostic' || data.file !== undefined)
shown.compose(spec).pipe(process.stdout)
await Promise.all(lanes.map(lane => finished(lane)))
events.end()
process.on('exit', () => {
  const slowest = [...ended].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  process.stdout.write(
    slowest.map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join(''),
  )
  const sum = (name: keyof Counts) => [...ended.values()].reduce((all, { counts }) => all + counts[name], 0)
  const seconds = (performance.now() - beganMs) / 1000
  process.stdout.write(
    `${sum('tests')} tests, ${sum('passed')} passed, ${sum('skipped')} skipped, in ${seconds.toFixed(0)} s\n`,
  )
})
if (isLongRun) writeFileSync(LONG_OUTPUT, longOutput())

/** Writes a file that has all tests of a folder run, and returns its path. */
function sharedFile(folder: string): string {
  const file = join(SHARED, `${folder}all.mjs`)
  mkdirSync(dirname(file), { recursive: true })
  const own = found.filter(one => one.startsWith(folder))
  const imports = own.map(one => `import '${join(ROOT, one)}'\n`)
  writeFileSync(
    file,
    [`import { setPriority } from 'node:os'\nsetPriority(${SHARED_PRIORITY})\n`, ...imports].join(''),
  )
  return file.slice(ROOT.length + 1)
}

/** What each file would catch is the first line of it. Of a file that did not run now, the last output stays. */
function longOutput(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim()
  const date = new Date().toISOString().slice(0, 10)
  const entries = readFileSync(LONG_OUTPUT, 'utf8')
    .trimEnd()
    .split(/\n(?=\S)/)
    .filter(entry => !files.includes(entry.split(':', 1)[0] ?? ''))
  for (const file of files) {
    const { seconds = 0, counts: { tests, passed, skipped } = NONE } = ended.get(file) ?? {}
    const [catches = ''] = readFileSync(join(ROOT, file), 'utf8').split('\n')
    const outcome = `${tests} tests, ${tests - passed - skipped} failed, ${Math.round(seconds)} s`
    entries.push(`${file}: ${outcome} (${commit}, ${date})\n  ${catches.replace('// ', '')}`)
  }
  return `${entries.sort().join('\n')}\n`
}
