#!/usr/bin/env node
// The command of the published package: whatever Node starts it, what measures is done by the pinned one.
import { printable } from '../output/printable.ts'

const OLDEST = [22, 12] as const
const args = process.argv.slice(2)

if (process.platform === 'win32') {
  fail('Cannot run on Windows: there is no support for it yet. Run on Linux or macOS.')
} else if (isOlder(process.versions.node)) {
  fail(`Cannot start: this is Node ${process.versions.node}. Run it with Node ${OLDEST.join('.')} or newer.`)
} else {
  const { handOver, hostNodeHere, isHost } = await import('./host-node.ts')
  const node = await hostNodeHere().catch((error: Error) => error)
  if (node instanceof Error) fail(node.message)
  else if (node !== null && !isHost(node)) process.exitCode = await handOver(node, args)
  else {
    const { main } = await import('../main.ts')
    if (node !== null) await main(args)
    else await main(args, (await import('./before-host.ts')).executeBeforeHost)
  }
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
}

function fail(sentence: string): void {
  process.stderr.write(`${printable(sentence)}\n`)
  process.exitCode = 2
}
