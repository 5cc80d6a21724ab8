import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTool, ToolError } from './start-tool.ts'
import type { Tool } from './tools/tool.ts'

const WANTED = {
  sides: [
    { case: 'spin', factor: 1 },
    { case: 'spin', factor: 1 },
  ],
  seconds: 1,
  runtime: 'node',
  binary: '',
  seed: 1,
} as const

/** A tool whose process is a script of ours. */
function toolOf(script: string, mean = 1): Tool {
  return {
    ...{ name: 'scripted', runtimes: ['node'], headline: 'mean', rule: null, timing: 'none' },
    overheadSeconds: 0,
    version: () => '1',
    prepare: async () => ({ file: process.execPath, args: ['-e', script], environment: {} }),
    read: async () => ({
      readings: [
        { costNs: { mean: 1 }, intervalNs: null },
        { costNs: { mean }, intervalNs: null },
      ],
      verdict: null,
      ratios: null,
    }),
  }
}

test('a tool that ends well is read, and one that ends badly is named with its exit code', async () => {
  const { output } = await startTool(toolOf(''), WANTED)
  assert.equal(output.readings.length, 2)
  await assert.rejects(
    startTool(toolOf('process.exit(3)'), WANTED),
    (error: unknown) => error instanceof ToolError && /ended with 3/.test(error.message),
  )
})

test('a cost that has no ratio fails the trial', async () => {
  for (const mean of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(startTool(toolOf('', mean), WANTED), { message: 'scripted gave no mean above 0' })
  }
})
