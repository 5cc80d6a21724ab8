// What the README claims of the method, tried on this machine: node scripts/acceptance.ts [check…]
// Takes about 20 minutes. Nothing else may run meanwhile. `bench doctor` and `pnpm selfbench` try the rest; every launch
// holds the clocks of its contenders against each other.
import { mkdir, mkdtempDisposable, symlink } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { run } from '../packages/cli/src/commands/run/run.ts'
import { acquireLock } from '../packages/cli/src/process/lock.ts'
import { bareRun, type RunSelection, type WantedOptions } from '../packages/measure/src/plan/run-options.ts'
import type { ComparisonRecord, EstimateRecord } from '../packages/record/src/index.ts'
import { halfWidth } from '../packages/stats/src/index.ts'
import { renderedPages } from './acceptance/rendered-pages.ts'
import { say } from './say.ts'

const SPIN = join(import.meta.dirname, 'acceptance/spin.bench.ts')
const SERVERS = join(import.meta.dirname, 'acceptance/servers.bench.ts')
const REPETITIONS = 10

const CHECKS: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['servers', servers],
  ['biased', biased],
  ['lengths', lengths],
  ['pages', renderedPages],
])

/** A server against its like must never come out faster or slower, and 5 % more work must come out slower. */
async function servers(): Promise<void> {
  const found = await compare({
    selection: { suites: [SERVERS] },
    rules: { metric: 'cpu' },
    time: { timeSeconds: 320 },
  })
  check(found.length === 8, `${found.length} comparisons were made, not 8`)
  for (const comparison of found) {
    const { case: caseId, verdict, ratio, otherClockRatio } = comparison
    say(
      `servers: ${show(comparison)}; on the wall clock ${otherClockRatio ? shown(otherClockRatio) : 'nothing'}`,
    )
    check(ratio.n >= REPETITIONS, `there were ${ratio.n} launches, not ${REPETITIONS}`)
    if (caseId === 'heavier') check(verdict === 'slower', 'the extra work was not found')
    else check(verdict !== 'faster' && verdict !== 'slower', 'a server against its like got a verdict')
  }
}

/** A binary against itself, one side with a change that should not matter: no difference may be found. */
async function biased(): Promise<void> {
  await using directory = await mkdtempDisposable(join(os.tmpdir(), 'steelyard-acceptance-'))
  const folders = Array.from({ length: 12 }, (_, level) => `a-folder-with-a-long-name-${level}`)
  const deep = join(directory.path, ...folders)
  await mkdir(deep, { recursive: true })
  await symlink(process.execPath, join(deep, 'node'))
  const wanted = { suites: ['json-reviver/arrow-2'], by: 'targets' } as const
  const ways: readonly (readonly [string, Partial<RunSelection>])[] = [
    ['a longer path', { runtimes: ['node', `node=${join(deep, 'node')}`] }],
    ['a larger environment', { runtimes: ['node', `PADDING=${'x'.repeat(16_000)} node`] }],
    ['listed the other way round', { runtimes: [`PADDING=${'x'.repeat(16_000)} node`, 'node'] }],
    [
      '128 MB more held by one',
      { suites: [SPIN], cases: ['work', 'work-and-memory'], runtimes: ['node'], by: 'cases' },
    ],
  ]
  for (const [way, more] of ways) {
    const selection = { ...wanted, ...more }
    const [comparison] = await compare({ selection, rules: { precision: 0.005 } })
    if (!comparison) throw new Error('no comparison')
    say(`biased by ${way}: ${show(comparison)}`)
    check(comparison.verdict !== 'faster' && comparison.verdict !== 'slower', 'what should not matter did')
  }
}

/** Many short launches must agree with few long ones about more work and about another engine. */
async function lengths(): Promise<void> {
  const wanted = { suites: [SPIN], cases: ['work', 'work-and-a-tenth'], runtimes: ['node'] } as const
  for (const other of [{}, { runtimes: ['node', 'bun'], cases: ['work'], by: 'targets' }] as const) {
    const ratioOf = async (windowSeconds: number) => {
      const [comparison] = await compare({
        selection: { ...wanted, ...other },
        rules: { precision: 1e-6 },
        time: { timeSeconds: 100, windowSeconds },
      })
      if (!comparison) throw new Error('no comparison')
      say(`lengths: launches of ${windowSeconds} s: ${show(comparison)}`)
      return comparison.ratio
    }
    const [short, long] = [await ratioOf(0.25), await ratioOf(10)]
    const apart = Math.abs(Math.log(short.value / long.value))
    check(
      apart <= halfWidth(short) + halfWidth(long),
      'short and long launches disagree beyond their intervals',
    )
  }
}

async function compare(options: WantedOptions): Promise<readonly ComparisonRecord[]> {
  const wanted = bareRun({ ...options, time: { timeSeconds: 60, ...options.time } })
  const context = { command: [], signal: new AbortController().signal, journal: null }
  const outcome = await run(context, wanted)
  return outcome?.record.comparisons.filter(({ paired }) => paired) ?? []
}

function show({ case: caseId, base, head, ratio, verdict, reason }: ComparisonRecord): string {
  const short = (id: string) => (id.length > 40 ? `${id.slice(0, 39)}…` : id)
  return `${caseId} ${short(head)} against ${short(base)}: ${shown(ratio)} ${verdict} ${reason ?? ''}`
}

function shown({ value, lower, upper, n }: EstimateRecord): string {
  return `${value.toFixed(4)} [${lower.toFixed(4)}, ${upper.toFixed(4)}] n=${n}`
}

function check(holds: boolean, complaint: string): void {
  if (holds) return
  say(`FAILED: ${complaint}`)
  process.exitCode = 1
}

const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : CHECKS.keys()) {
  const work = CHECKS.get(name)
  if (work) await work()
  else check(false, `there is no check '${name}'; there are ${[...CHECKS.keys()].join(', ')}`)
}
release()
