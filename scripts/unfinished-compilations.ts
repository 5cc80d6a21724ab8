// Which functions does V8 begin to compile by TurboFan and not end, in how many processes, and how fast is the case there?
// node scripts/unfinished-compilations.ts [target…]; the asynchronous case of the doctor, 80 processes of each target.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../packages/cli/src/process/lock.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { loadSuite } from '../packages/measure/src/plan/load-suite.ts'
import { type NamedTarget, resolveTargets } from '../packages/measure/src/targets/targets.ts'
import { median } from '../packages/stats/src/index.ts'

const SUITE = fileURLToPath(new URL('../packages/cli/src/commands/doctor/doctor.bench.ts', import.meta.url))
const CASE = 'await'
const PROCESSES = 80
const BATCH_NS = 8e6
/** 0.6 s of them: V8 is done with the case after 0.1 s, where it ends at all. */
const BATCHES = 80
const TIMED_BATCHES = 30

const BEGUN = /^\[compiling method .*<JSFunction (\S*).*\(target TURBOFAN/
const ENDED = /^\[completed compiling .*<JSFunction (\S*).*\(target TURBOFAN/

const signal = new AbortController().signal
const release = await acquireLock(pid => say(`waiting for process ${pid}`), signal)
const workspace = await Workspace.open()
const texts = process.argv.slice(2)
const targets = await resolveTargets(
  texts.length > 0 ? texts : ['node', 'deno', 'workerd'],
  workspace.directory,
)
const [pinned] = await resolveTargets(['node'], workspace.directory)
if (!pinned) throw new Error('no target')
const { bundle } = await loadSuite(SUITE, 'doctor', workspace, pinned.target)
for (const target of targets) {
  const finishedNs: number[] = []
  for (let count = 0; count < PROCESSES; count++) {
    const { iterationNs, unfinished } = await runOne(target)
    if (unfinished.length === 0) finishedNs.push(iterationNs)
    else
      say(`${target.id}: did not end ${unfinished.join(', ')}: ${inMicroseconds(iterationNs)} an iteration`)
  }
  say(`${target.id}: ended all in ${finishedNs.length} of ${PROCESSES} processes: ${shown(finishedNs)}`)
}
await workspace.close()
release()

async function runOne({ target }: NamedTarget) {
  const traceFile = join(workspace.directory, 'code-trace')
  await rm(traceFile, { force: true })
  const { compatibilityDate } = target
  const contender = await workspace.launch(target, bundle, {
    core: 0,
    compatibilityDate,
    codeTraceFile: traceFile,
  })
  const batch = async (iterations: number) => {
    const { reply } = await contender.exchange({ type: 'run', iterations })
    if (reply.type !== 'ran') throw new Error('spoke out of turn')
    return reply.durationNs
  }
  const iterationsNs: number[] = []
  try {
    await contender.exchange({ type: 'load' })
    await contender.exchange({ type: 'prepare', caseId: CASE, params: {}, expectedDigest: null })
    for (let [done, iterations] = [0, 1]; done < BATCHES; done++) {
      const durationNs = await batch(iterations)
      iterationsNs.push(durationNs / iterations)
      iterations = Math.max(1, Math.round(iterations * Math.min(2, BATCH_NS / Math.max(1, durationNs))))
    }
  } finally {
    await contender.kill()
  }
  const lines = (await readFile(traceFile, 'latin1')).split('\n')
  const namesIn = (pattern: RegExp) => lines.flatMap(line => pattern.exec(line)?.[1] ?? [])
  const ended = namesIn(ENDED)
  const unfinished = namesIn(BEGUN).filter(name => {
    const at = ended.indexOf(name)
    if (at >= 0) ended.splice(at, 1)
    return at < 0
  })
  return { iterationNs: median(iterationsNs.slice(-TIMED_BATCHES)), unfinished }
}

function shown(iterationsNs: readonly number[]): string {
  if (iterationsNs.length === 0) return 'none'
  const [lowest, middle, highest] = [
    Math.min(...iterationsNs),
    median(iterationsNs),
    Math.max(...iterationsNs),
  ].map(inMicroseconds)
  return `${lowest} to ${highest} an iteration, median ${middle}`
}

function inMicroseconds(ns: number): string {
  return `${(ns / 1000).toFixed(1)} µs`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
