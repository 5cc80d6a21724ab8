import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { startTool, ToolError } from './start-tool.ts'
import type { Tool } from './tools/tool.ts'

const WANTED = {
  sides: [{ case: 'spin', factor: 1 }],
  seconds: 1,
  runtime: 'node',
  binary: '',
  seed: 1,
} as const

/** A tool whose process is a script of ours. */
function toolOf(script: string): Tool {
  return {
    ...{ name: 'scripted', runtimes: ['node'], headline: 'mean', rule: null, timing: 'none' },
    ...{ takesSeconds: true, hasVariants: false, comparesIntervals: false, overheadSeconds: 0 },
    version: () => '1',
    prepare: async () => ({ file: process.execPath, args: ['-e', script], environment: {} }),
    read: async () => ({
      readings: [{ costNs: { mean: 1 }, intervalNs: null }],
      verdict: null,
      ratios: null,
    }),
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a disturbance gets the process while it runs, and its signal once it has ended', async () => {
  let disturbed = 0
  const { output } = await startTool(
    toolOf('setTimeout(() => {}, 100)'),
    WANTED,
    null,
    async (pid, ended) => {
      assert.ok(lives(pid))
      if (!ended.aborted) await once(ended, 'abort')
      disturbed = pid
      assert.ok(!lives(pid))
    },
  )
  assert.ok(disturbed > 0)
  assert.equal(output.readings.length, 1)
})

test('a disturbance that may not do its work ends the tool, and its error comes through', async () => {
  let disturbed = 0
  const started = startTool(toolOf('setInterval(() => {}, 1000)'), WANTED, null, async pid => {
    disturbed = pid
    throw new Error('may not stop it')
  })
  await assert.rejects(started, { message: 'may not stop it' })
  assert.ok(disturbed > 0 && !lives(disturbed))
})

test('a tool that fails while it is disturbed fails as any other', async () => {
  const started = startTool(toolOf('process.exit(3)'), WANTED, null, async (_pid, ended) => {
    if (!ended.aborted) await once(ended, 'abort')
  })
  await assert.rejects(
    started,
    (error: unknown) => error instanceof ToolError && /ended with 3/.test(error.message),
  )
})
