import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment, endWithin, startChild } from '@steelyard/launcher'
import type { Output, Request, Tool } from './tools/tool.ts'

/** No tool exceeds its time by this factor, unless it hangs. */
const LIMIT_FACTOR = 3
const LIMIT_EXTRA_SECONDS = 60

/** A tool that could not be started, ended badly, or gave no output. */
export class ToolError extends Error {}

/** Starts a tool once in its own folder; returns its output and the time from the command to it. Throws ToolErrors. */
export async function startTool(tool: Tool, wanted: Omit<Request, 'directory'>) {
  await using folder = await mkdtempDisposable(join(os.tmpdir(), 'selfbench-'))
  const directory = folder.path
  const home = join(directory, 'home')
  await mkdir(home)
  const request = { ...wanted, directory }
  const command = await tool.prepare(request)
  const beginMs = performance.now()
  const child = startChild({
    ...command,
    // The tool's temporary files are under ours, and with them Steelyard's lock: selfbench itself holds the machine's.
    environment: { ...cleanEnvironment(home), ...command.environment },
    directory,
  })
  const limitSeconds = LIMIT_FACTOR * request.seconds + LIMIT_EXTRA_SECONDS
  const exit = await endWithin(child, limitSeconds * 1000)
  const wallSeconds = (performance.now() - beginMs) / 1000
  if (exit.isLate)
    throw new ToolError(`${tool.name} did not end in ${Math.round(limitSeconds)} s and was killed`)
  if (exit.code !== 0) {
    const how = exit.error?.message ?? `ended with ${exit.signal ?? exit.code}`
    throw new ToolError(`${tool.name} ${how}: ${lastLine(child.output(), directory)}`)
  }
  const output = await tool.read(request, child).catch(error => {
    throw new ToolError(`${tool.name} gave no answer: ${lastLine(String(error), directory)}`)
  })
  checkOutput(tool, output)
  return { output, wallSeconds }
}

function checkOutput({ name, headline }: Tool, { readings, ratios }: Output): void {
  if (ratios !== null) return
  if (readings.length !== 2) {
    throw new ToolError(`${name} answered for ${readings.length} of 2 sides`)
  }
  for (const { costNs } of readings) {
    const { [headline]: cost = 0 } = costNs
    // A cost of 0 has no ratio: the line of its trial could not be scored.
    if (!(cost > 0 && cost < Infinity)) throw new ToolError(`${name} gave no ${headline} above 0`)
  }
}

/** Folders are different each time, and private. */
function lastLine(text: string, directory: string): string {
  const lines = text.replaceAll(directory, '.').trim().split('\n')
  return (lines.findLast(line => /error/i.test(line)) ?? lines.at(-1) ?? '')
    .trim()
    .slice(0, 300)
    .toWellFormed()
}
