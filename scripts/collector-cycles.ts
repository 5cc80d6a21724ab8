// Does a case get dearer from one full collection to the next? node scripts/collector-cycles.ts [target…]; the allocating
// case of the doctor, 6 processes of each target, 5 s of batches of 3 ms in each, while its engine reports collections.
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../packages/cli/src/process/lock.ts'
import { type HeapTrace, machineFacts, stolenShareSince } from '../packages/launcher/src/index.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { loadSuite } from '../packages/measure/src/plan/load-suite.ts'
import { type NamedTarget, resolveTargets } from '../packages/measure/src/targets/targets.ts'
import { mean, median, ratioFromLogs } from '../packages/stats/src/index.ts'

const SUITE = fileURLToPath(new URL('../packages/cli/src/commands/doctor/doctor.bench.ts', import.meta.url))
const CASE = 'allocate'
const PROCESSES = 6
const PROCESS_NS = 5e9
const BATCH_NS = 3e6
/** Of the time between two full collections. */
const PARTS = 5
/** Fewer batches between two full collections tell nothing of their parts. */
const FEWEST_BATCHES = 4 * PARTS

const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
const texts = process.argv.slice(2)
const targets = await resolveTargets(
  texts.length > 0 ? texts : ['node', 'deno', 'bun', 'workerd'],
  workspace.directory,
)
const [pinned] = await resolveTargets(['node'], workspace.directory)
if (!pinned) throw new Error('no target')
const { bundle } = await loadSuite(SUITE, 'doctor', workspace, pinned.target)
const { cpuId } = await machineFacts()
const stolen = stolenShareSince()
say(`${new Date().toISOString()}, ${cpuId}`)
for (const target of targets) {
  const courses: Course[] = []
  for (let count = 0; count < PROCESSES; count++) courses.push(await courseOf(target))
  say(`${target.id}: ${textOf(courses)}`)
}
say(`${(100 * (stolen() ?? 0)).toFixed(1)} % stolen`)
await workspace.close()
release()

interface Batch {
  readonly iterationNs: number
  readonly durationNs: number
  /** Collections that were reported during it. */
  readonly minor: number
  readonly full: number
}

type Course = readonly Batch[]

async function courseOf({ target }: NamedTarget): Promise<Course> {
  const { heapTrace } = target.runner
  if (heapTrace === null) throw new Error(`${target.runner.name} reports no collections`)
  let [minor, full] = [0, 0]
  const contender = await workspace.launch(target, bundle, {
    core: 0,
    compatibilityDate: target.compatibilityDate,
    trace: {
      flags: heapTrace.flags,
      onLine: lineReader(heapTrace),
    },
  })
  function lineReader({ reader }: HeapTrace): (line: string) => void {
    const read = reader()
    return line => {
      const collection = read(line)
      if (collection?.kind === 'minor') minor++
      if (collection?.kind === 'full') full++
    }
  }
  const course: Batch[] = []
  try {
    await contender.exchange({ type: 'load' })
    await contender.exchange({ type: 'prepare', caseId: CASE, params: {}, expectedDigest: null })
    let iterations = 1
    for (let spentNs = 0; spentNs < PROCESS_NS; ) {
      ;[minor, full] = [0, 0]
      const { reply } = await contender.exchange({ type: 'run', iterations })
      const durationNs = Math.max(1, reply.durationNs)
      course.push({ iterationNs: durationNs / iterations, durationNs, minor, full })
      spentNs += durationNs
      iterations = Math.max(1, Math.round(iterations * Math.min(2, BATCH_NS / durationNs)))
    }
  } finally {
    await contender.kill()
  }
  return course
}

/** Returns the batches between each two full collections, the first and the last stretch left out. */
function stretchesOf(course: Course): Course[] {
  const stretches: Batch[][] = [[]]
  for (const batch of course) {
    if (batch.full > 0) stretches.push([])
    else stretches.at(-1)?.push(batch)
  }
  return stretches.slice(1, -1).filter(stretch => stretch.length >= FEWEST_BATCHES)
}

function textOf(courses: readonly Course[]): string {
  const perProcess = courses.map(stretchesOf).filter(stretches => stretches.length > 0)
  const stretches = perProcess.flat()
  const fulls = courses.flat().reduce((sum, { full }) => sum + full, 0)
  const minors = courses.flat().reduce((sum, { minor }) => sum + minor, 0)
  const counts = `${fulls} full and ${minors} minor collections in ${courses.length} processes`
  if (perProcess.length < 2) return counts
  const lengthsMs = stretches.map(
    stretch => stretch.reduce((sum, { durationNs }) => sum + durationNs, 0) / 1e6,
  )
  const parts = Array.from({ length: PARTS - 1 }, (_, part) => {
    // Of each process one number: the mean over its stretches of how much dearer the part is than the first one.
    const ratio = ratioFromLogs(
      perProcess.map(own => mean(own.map(stretch => log(stretch, part + 1) - log(stretch, 0)))),
    )
    return ratio === null
      ? ''
      : `${ratio.value.toFixed(3)} [${ratio.lower.toFixed(3)}, ${ratio.upper.toFixed(3)}]`
  })
  return `${counts}; ${median(lengthsMs).toFixed(0)} ms from one full collection to the next (median of ${stretches.length}); its later fifths ÷ its first: ${parts.join(', ')} n=${perProcess.length}`
}

/** Returns the log of the median time of an iteration in one part of a stretch. */
function log(stretch: Course, part: number): number {
  const [begin, end] = [part, part + 1].map(at => Math.floor((at * stretch.length) / PARTS))
  return Math.log(median(stretch.slice(begin, end).map(({ iterationNs }) => iterationNs)))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
