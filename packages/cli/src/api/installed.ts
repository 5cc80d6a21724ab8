#!/usr/bin/env node
// The command of the published package: whatever Node starts it, the work is done by the pinned one.
import type { PinnedBuild } from '@steelyard/launcher/pinned-build'
import { printable } from '../output/printable.ts'

const OLDEST = 22

if (process.platform === 'win32') {
  fail('Cannot run on Windows: there is no support for it yet. Run on Linux or macOS.')
} else if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  fail(`Cannot start: this is Node ${process.versions.node}. Run it with Node ${OLDEST} or newer.`)
} else {
  const { hostNode, handOver, isHost } = await import('./host-node.ts')
  let node: PinnedBuild | null = null
  try {
    node = hostNode()
  } catch (error) {
    fail((error as Error).message)
  }
  if (node !== null && isHost(node)) {
    const { main } = await import('../main.ts')
    await main(process.argv.slice(2))
  } else if (node !== null) {
    await handOver(node, process.argv.slice(2))
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${printable(sentence)}\n`)
  process.exitCode = 2
}
