// What does allocating cost after a pause? In fresh processes on one core, turns of 12 ms after the same work, after work that
// touches no memory, and after a sleep, each as long as a turn of another contender.
//   node scripts/launches/pause.ts [processes of each runtime] [milliseconds of each pause]
// Prints Markdown, and adds each process to results/local/pause.jsonl.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../../packages/cli/src/process/lock.ts'
import {
  allowedCores,
  machineFacts,
  moveProcess,
  stolenShareSince,
} from '../../packages/launcher/src/index.ts'
import { resolveTargets } from '../../packages/measure/src/targets/targets.ts'
import { mean, ratioFromLogs } from '../../packages/stats/src/index.ts'

const OUT = fileURLToPath(new URL('../../results/local/pause.jsonl', import.meta.url))
const SCRIPT = fileURLToPath(new URL('pause.mjs', import.meta.url))
const TURNS_OF_EACH = 20
const FIRST_MS = 1

/** The heap of the last one begins at 1 MB, in place of 8. */
const VARIANTS = [
  { runtime: 'node', args: [], environment: {} },
  { runtime: 'deno', args: ['run'], environment: {} },
  { runtime: 'bun', args: [], environment: {} },
  { runtime: 'bun', args: [], environment: { BUN_JSC_largeHeapSize: '1048576' } },
] as const

/** Mean time of an iteration in each millisecond of a turn, in nanoseconds. */
type Found = Readonly<Record<'same' | 'other' | 'sleep', readonly number[]>>

const [, , processesText = '12', pauseText = '6'] = process.argv
const release = await acquireLock(pid => say(`waiting for process ${pid}`), new AbortController().signal)
try {
  const targets = await resolveTargets(['node', 'deno', 'bun'], os.tmpdir())
  const [{ cpuId }, at, stolen] = [await machineFacts(), new Date().toISOString(), stolenShareSince()]
  // What is started has the core of this process.
  await moveProcess(process.pid, allowedCores().slice(-1))
  mkdirSync(dirname(OUT), { recursive: true })
  const found = new Map<(typeof VARIANTS)[number], Found[]>(VARIANTS.map(variant => [variant, []]))
  for (let launch = 0; launch < Number(processesText); launch++) {
    for (const variant of VARIANTS) {
      const named = targets.find(({ target }) => target.runner.name === variant.runtime)
      if (named === undefined) throw new RangeError(`no ${variant.runtime}`)
      const text = execFileSync(
        named.target.binary,
        [...variant.args, SCRIPT, pauseText, `${TURNS_OF_EACH}`],
        { encoding: 'utf8', env: { HOME: os.tmpdir(), ...variant.environment } },
      )
      const one = JSON.parse(text) as Found
      found.get(variant)?.push(one)
      const facts = {
        target: named.id,
        environment: variant.environment,
        pauseMs: Number(pauseText),
        cpuId,
        at,
      }
      appendFileSync(OUT, `${JSON.stringify({ ...facts, ...one })}\n`)
    }
  }
  say(
    `${processesText} processes each, pauses of ${pauseText} ms, ${at}, ${cpuId}, ${(100 * (stolen() ?? 0)).toFixed(2)} % stolen\n`,
  )
  say(
    '| target | after the same work, µs | after other work ÷ that | its first ms ÷ that | after a sleep ÷ that | its first ms ÷ that |',
  )
  say('| --- | --- | --- | --- | --- | --- |')
  for (const [{ runtime, environment }, all] of found) {
    const name = [...Object.entries(environment).map(([key, value]) => `${key}=${value}`), runtime].join(' ')
    const ratios = (['other', 'sleep'] as const).flatMap(kind => [
      ratioText(all.map(one => mean(one[kind]) / mean(one.same))),
      ratioText(all.map(one => mean(one[kind].slice(0, FIRST_MS)) / mean(one.same))),
    ])
    say(
      `| ${name} | ${(mean(all.map(({ same }) => mean(same))) / 1e3).toPrecision(3)} | ${ratios.join(' | ')} |`,
    )
  }
} finally {
  release()
}

function ratioText(ratios: readonly number[]): string {
  const found = ratioFromLogs(ratios.map(Math.log))
  return found === null
    ? ''
    : `${found.value.toFixed(2)} [${found.lower.toFixed(2)}, ${found.upper.toFixed(2)}]`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
