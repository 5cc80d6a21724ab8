// Why does one launch of a case differ from the next? node scripts/launches/between.ts <target> <case> [launches] [ms]
// Two contenders of each condition share every launch, all on one core in turn, so that noise falls on all alike: one
// condition is as launches are, each of the others holds one thing fixed. The case is one of the doctor's, the window
// 200 ms of each contender, the launches 16. --list shows the conditions. Adds its samples to
// results/local/between-launches.jsonl.
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import {
  allowedCores,
  type ContenderProcess,
  killAll,
  machineFacts,
  moveProcess,
  stolenShareSince,
} from '../../packages/launcher/src/index.ts'
import { samplerOf } from '../../packages/measure/src/launch/window-sampler.ts'
import { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { loadSuite } from '../../packages/measure/src/plan/load-suite.ts'
import { resolveTargets } from '../../packages/measure/src/targets/targets.ts'
import type { Contender } from '../../packages/schedule/src/index.ts'
import { circuit } from '../../packages/schedule/src/launch/circuit.ts'
import { warmUp } from '../../packages/schedule/src/launch/warm-up.ts'
import { createRandom, mean, median, type Random, ratioFromLogs } from '../../packages/stats/src/index.ts'
import { DOCTOR, suiteFile } from './pair.ts'

/** What is held fixed. */
interface Condition {
  readonly name: string
  readonly flags?: readonly string[]
  /** A program that starts the runtime. */
  readonly prefix?: string
  readonly warmUpMs?: number
}

const WARM_UP_MS = 100
const LEAD_IN_NS = 0.3e6
const NULL_BATCHES = 5
const FEWEST_LAUNCHES = 3

const COMMON: readonly Condition[] = [
  { name: 'as it is' },
  { name: 'warm-up of 0.4 s', warmUpMs: 400 },
  { name: 'warm-up of 1 s', warmUpMs: 1000 },
  { name: 'no address randomisation', prefix: 'setarch -R' },
]
const OF_V8: readonly Condition[] = [
  { name: 'hash and random seeds', flags: ['--hash-seed=1', '--random-seed=1'] },
  { name: 'no concurrent compilation', flags: ['--no-concurrent-recompilation'] },
  { name: 'collector on one thread', flags: ['--single-threaded-gc'] },
  { name: 'young generation of 16 MB', flags: ['--min-semi-space-size=16', '--max-semi-space-size=16'] },
]
const OF_JSC: readonly Condition[] = [
  { name: 'no concurrent compilation', flags: ['useConcurrentJIT=0'] },
  { name: 'no concurrent collection', flags: ['useConcurrentGC=0'] },
  { name: 'full collections only', flags: ['useGenerationalGC=0'] },
  { name: 'no FTL', flags: ['useFTLJIT=0'] },
]

const OUT = fileURLToPath(new URL('../../results/local/between-launches.jsonl', import.meta.url))

const [text = '', caseId = '', launches = '16', windowMs = '200'] = process.argv.slice(2)
const [cores, seed] = [allowedCores(), Date.now()]
const random = createRandom(seed)

if (
  text !== '--list' &&
  (caseId === '' || !(Number(launches) >= FEWEST_LAUNCHES) || !(Number(windowMs) > 0))
) {
  say(
    'node scripts/launches/between.ts <target> <compute | allocate | await> [launches, 3 or more] [ms of a window]',
  )
  process.exit(2)
}
const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
const workspace = await Workspace.open()
try {
  await main()
} finally {
  await killAll()
  await workspace.close()
  release()
}

async function main(): Promise<void> {
  const [pinned] = await resolveTargets(['node'], workspace.directory)
  const [named] = await resolveTargets([text === '--list' ? 'node' : text], workspace.directory)
  if (!pinned || !named) throw new Error('no target')
  const conditions = [...COMMON, ...(named.target.runner.engineName === 'jsc' ? OF_JSC : OF_V8)]
  if (text === '--list') return say([...COMMON, ...OF_V8, ...OF_JSC].map(({ name }) => name).join('\n'))
  const { bundle } = await loadSuite(suiteFile(DOCTOR), DOCTOR, workspace, pinned.target)
  const targets = conditions.map(({ flags = [], prefix }, index) => {
    const { spec, binary } = named.target
    const started = prefix === undefined ? binary : wrapper(`${index}`, `${prefix} ${binary}`)
    return { ...named.target, binary: started, spec: { ...spec, flags: [...spec.flags, ...flags] } }
  })
  const stolen = stolenShareSince()
  const startedAt = new Date().toISOString()
  const samples: Samples[][] = []
  for (let launch = 0; launch < Number(launches); launch++) {
    const started: ContenderProcess[] = []
    const start = async (condition: number, core: number) => {
      const contender = await workspace.launch(targets[condition] as (typeof targets)[0], bundle, {
        core,
        compatibilityDate: named.target.compatibilityDate,
      })
      started.push(contender)
      return contender
    }
    samples.push(await launchOnce(conditions, start, named.target.runner.batchNs))
    await Promise.all(started.map(contender => contender.kill()))
  }
  const { cpuId } = await machineFacts()
  mkdirSync(dirname(OUT), { recursive: true })
  appendFileSync(
    OUT,
    `${JSON.stringify({ target: named.id, caseId, cpuId, startedAt, seed, conditions, samples })}\n`,
  )
  say(
    `${named.id} ${caseId}, ${launches} launches, windows of ${windowMs} ms, ${startedAt}, ${cpuId}, seed ${seed}, ${(100 * (stolen() ?? 0)).toFixed(1)} % stolen`,
  )
  for (const [index, { name }] of conditions.entries()) say(`${name}: ${textOf(samples, index)}`)
}

/** One contender in one launch: nanoseconds per iteration of each batch. */
interface Samples {
  readonly wallNs: number[]
  readonly cpuNs: number[]
}

interface Member extends Samples {
  readonly process: ContenderProcess
  readonly sampler: Contender
  readonly iterationNs: number
}

/** Measures two contenders of each condition, the two of condition i at 2 i and 2 i + 1. */
async function launchOnce(
  conditions: readonly Condition[],
  start: (condition: number, core: number) => Promise<ContenderProcess>,
  batchNs: number,
): Promise<Samples[]> {
  await moveProcess(process.pid, cores)
  const [core = 0, ...others] = random.shuffle(cores)
  const order = random.shuffle(Array.from({ length: 2 * conditions.length }, (_, index) => index))
  const members: Member[] = []
  const lanes = others.length > 0 ? [core, others[0] ?? core] : [core]
  await Promise.all(
    lanes.map(async (laneCore, lane) => {
      for (const index of order.filter((_, place) => place % lanes.length === lane)) {
        const condition = Math.floor(index / 2)
        members[index] = await warmMember(
          await start(condition, laneCore),
          conditions[condition]?.warmUpMs ?? WARM_UP_MS,
          batchNs,
        )
      }
    }),
  )
  await moveProcess(process.pid, others.length > 0 ? others : cores)
  for (const member of members) await moveProcess(member.process.pid, [core])
  await measureWindow(members, batchNs, random)
  return members.map(({ wallNs, cpuNs }) => ({ wallNs, cpuNs }))
}

async function warmMember(contender: ContenderProcess, warmUpMs: number, batchNs: number): Promise<Member> {
  await contender.exchange({ type: 'load' })
  await contender.exchange({ type: 'prepare', caseId, params: {}, expectedDigest: null })
  const sampler = samplerOf(contender)
  const warmupMinimumNs = warmUpMs * 1e6
  const { iterationNs } = await warmUp(sampler, 0, {
    ...{ batchNs, leadInNs: LEAD_IN_NS, timedNs: 0 },
    ...{ warmupMinimumNs, warmupMaximumNs: Math.max(600e6, 2 * warmupMinimumNs) },
  })
  return { process: contender, sampler, iterationNs, wallNs: [], cpuNs: [] }
}

async function measureWindow(members: readonly Member[], batchNs: number, chance: Random): Promise<void> {
  const timed = async ({ sampler, iterationNs }: Member, iterations: number) => {
    await sampler.leadIn(Math.ceil(LEAD_IN_NS / iterationNs))
    return sampler.run(iterations)
  }
  const nulls: { readonly wallNs: number; readonly cpuNs: number }[] = []
  for (const [index, member] of members.entries()) {
    const batches = []
    for (let count = 0; count < NULL_BATCHES; count++) batches.push(await timed(member, 0))
    nulls[index] = {
      wallNs: median(batches.map(({ wallNs }) => wallNs)),
      cpuNs: median(batches.map(({ cpuNs }) => cpuNs ?? 0)),
    }
  }
  const first = chance.integer(members.length)
  for (let doneMs = 0; doneMs < Number(windowMs); doneMs += ((members.length - 1) * batchNs) / 1e6) {
    for (const index of circuit(members.length, first, chance)) {
      const [member, empty] = [members[index], nulls[index]]
      if (!member || !empty) throw new RangeError(`no contender ${index}`)
      const iterations = Math.max(1, Math.round(batchNs / member.iterationNs))
      const { wallNs, cpuNs } = await timed(member, iterations)
      member.wallNs.push((wallNs - empty.wallNs) / iterations)
      member.cpuNs.push(((cpuNs ?? Number.NaN) - empty.cpuNs) / iterations)
    }
  }
}

/**
 * Returns the spread of a launch's ratio between equals of one condition, which has one degree of freedom for each
 * launch since its mean is known, and how long an iteration takes as a multiple of what it takes as it is.
 */
function textOf(samples: readonly (readonly Samples[])[], condition: number): string {
  const logs = (of: keyof Samples, member: number) =>
    samples.map(launch => Math.log(mean(launch[member]?.[of] ?? [])))
  const spread = (of: keyof Samples) => {
    const [a, b] = [logs(of, 2 * condition), logs(of, 2 * condition + 1)]
    const n = a.length
    const sd = Math.sqrt(mean(a.map((log, launch) => (log - (b[launch] ?? Number.NaN)) ** 2)))
    const bound = (score: number) => sd / (1 - 2 / (9 * n) + score * Math.sqrt(2 / (9 * n))) ** 1.5
    return `${percent(sd)} [${percent(bound(1.96))}, ${percent(bound(-1.96))}]`
  }
  const centre = (of: number) => {
    const [a, b] = [logs('cpuNs', 2 * of), logs('cpuNs', 2 * of + 1)]
    return a.map((log, launch) => (log + (b[launch] ?? Number.NaN)) / 2)
  }
  const plain = centre(0)
  const level = ratioFromLogs(centre(condition).map((log, launch) => log - (plain[launch] ?? Number.NaN)))
  const times =
    level === null || condition === 0
      ? ''
      : `, ${level.value.toFixed(3)} [${level.lower.toFixed(3)}, ${level.upper.toFixed(3)}] times the CPU time`
  return `sd of a launch ${spread('wallNs')}, on the CPU clock ${spread('cpuNs')}${times}, n=${samples.length}`
}

/** Returns the path of a script that runs a command line with what it is given. */
function wrapper(name: string, commandLine: string): string {
  const file = join(workspace.directory, `wrapper-${name}`)
  writeFileSync(file, `#!/bin/sh\nexec ${commandLine} "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
