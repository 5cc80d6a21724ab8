import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allowedCores, type Target } from '../../packages/launcher/src/index.ts'
import { resolveTargets } from '../../packages/measure/src/index.ts'
import type { RunRecord } from '../../packages/record/src/index.ts'
import { CASES, type Cell, type CellPlan, TOOLS, type Tool } from './cells.ts'

const FILES = fileURLToPath(new URL('fixtures/adopted', import.meta.url))
const BIN = fileURLToPath(new URL('../../packages/cli/bin/steelyard.js', import.meta.url))
const TIMERS = createRequire(new URL('../../timers/mitata/measure.ts', import.meta.url))
const LONGEST_MS = 120_000
const PREVIEW_SECONDS = 30

/** A folder with the files and the packages that they import, as their users have them. */
export interface Desk {
  measure(plan: CellPlan): Cell
  close(): void
}

/** Opens one; it has to be closed. */
export async function openDesk(): Promise<Desk> {
  const folder = mkdtempSync(join(os.tmpdir(), 'adopt-agreement-'))
  cpSync(FILES, folder, { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  const versions = new Map(['mitata', 'tinybench'].map(name => [name, linked(name, folder)]))
  const targets = await resolveTargets(['node', 'deno'], folder)
  const targetOf = (tool: Tool): Target => {
    const found = targets.find(({ target }) => target.runner.name === tool.runtime)
    if (found === undefined) throw new Error(`no ${tool.runtime}`)
    return found.target
  }
  return {
    measure({ seconds: _, ...plan }) {
      const tool = TOOLS.find(({ name }) => name === plan.tool)
      if (tool === undefined) throw new Error(`no tool ${plan.tool}`)
      const at = new Date().toISOString()
      const { version: runtimeVersion, binary } = targetOf(tool)
      if (plan.side === 'steelyard') return { ...plan, at, ...previewed(folder, tool, plan.block) }
      const version = [plan.tool, versions.get(plan.tool), `on ${tool.runtime} ${runtimeVersion}`]
      const start = (only: string | null) =>
        launched(folder, tool, { binary, only, isOnOneCore: plan.side === 'one-core' })
      const triples = plan.side === 'alone' ? CASES.flatMap(only => start(only)) : start(null)
      return { ...plan, at, version: version.filter(Boolean).join(' '), cpuId: null, ...timesOf(triples) }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the version of a package that files in the folder may then import. */
function linked(name: string, folder: string): string {
  let own = dirname(TIMERS.resolve(name))
  while (!own.endsWith(`/${name}`)) own = dirname(own)
  symlinkSync(own, join(folder, 'node_modules', name))
  return JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).version
}

/** A case, its mean and its middle, in nanoseconds. */
type Triple = readonly [string, number, number]

interface Start {
  readonly binary: string
  /** The case that it measures; null for all. */
  readonly only: string | null
  readonly isOnOneCore: boolean
}

/** Starts a tool once. */
function launched(folder: string, { name, file }: Tool, { binary, only, isOnOneCore }: Start): Triple[] {
  const isDeno = name === 'deno bench'
  const filter = only === null ? [] : ['--filter', `/^(nothing|${only})$/`]
  const line = isDeno ? [binary, 'bench', '--json', '--no-config', ...filter, file] : [binary, file]
  const last = String(allowedCores().at(-1))
  const [command = '', ...args] = isOnOneCore ? ['taskset', '-c', last, ...line] : line
  const env = { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', ...(only && { ONLY: only }) }
  const text = execFileSync(command, args, {
    ...{ cwd: folder, env, encoding: 'utf8' as const, timeout: LONGEST_MS },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const found: unknown = JSON.parse(text)
  return isDeno ? denoTriples(found as DenoReport) : (found as Triple[])
}

interface DenoReport {
  readonly benches: readonly {
    readonly name: string
    readonly results: readonly { readonly ok: { readonly avg: number; readonly p75: number } }[]
  }[]
}

function denoTriples({ benches }: DenoReport): Triple[] {
  return benches.flatMap(({ name, results: [one] }) => (one ? [[name, one.ok.avg, one.ok.p75] as const] : []))
}

function timesOf(triples: readonly Triple[]): Pick<Cell, 'times' | 'middles'> {
  const grouped = [...Map.groupBy(triples, ([name]) => name)]
  return {
    times: Object.fromEntries(grouped.map(([name, all]) => [name, all.map(([, mean]) => mean)])),
    middles: Object.fromEntries(grouped.map(([name, all]) => [name, all.map(([, , middle]) => middle)])),
  }
}

/** Runs Steelyard on the same file, 5 launches of each case. */
function previewed(folder: string, { file, runtime }: Tool, seed: number) {
  const args = [
    ...[BIN, `./${file}`, '--runtime', runtime, '--by', 'targets', '--quick'],
    ...CASES.flatMap(one => ['--case', one]),
    ...['--time', String(PREVIEW_SECONDS), '--seed', String(seed + 1), '--no-save', '--json', '-'],
  ]
  const text = execFileSync(process.execPath, args, {
    ...{ cwd: folder, encoding: 'utf8' as const, timeout: LONGEST_MS },
    ...{ maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] as const },
  })
  const { results, targets, environment, steelyard }: RunRecord = JSON.parse(text)
  const times = results.map(({ case: id, launches }) => [
    id,
    launches.map(({ wallNs }) => wallNs.reduce((sum, ns) => sum + ns, 0) / wallNs.length),
  ])
  return {
    middles: {},
    version: `steelyard ${steelyard.version} (${steelyard.commit?.slice(0, 7) ?? ''}) on ${targets[0]?.id ?? ''}`,
    cpuId: environment.cpuId ?? null,
    times: Object.fromEntries(times),
  }
}
