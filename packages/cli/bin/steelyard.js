#!/usr/bin/env node
// Plain JavaScript for any Node: says one clear sentence where the pinned Node or the packages are not there.
import { existsSync } from 'node:fs'
import module from 'node:module'

const OLDEST = 24
const major = Number(process.versions.node.split('.')[0])
const root = new URL('../../../', import.meta.url)

if (process.platform === 'win32') {
  fail(`Cannot run on Windows: there is no support for it yet. Run on Linux or macOS.`)
} else if (!existsSync(new URL('node_modules', root))) {
  fail(`Cannot start: the packages are not installed. Run 'npx -y pnpm@12 install' in the repository first.`)
} else if (major < OLDEST) {
  fail(
    `Cannot start: this is Node ${process.versions.node}, and the pinned one is missing, so its package was not ` +
      `installed for ${process.platform}-${process.arch}. Run 'npx -y pnpm@12 install' and look at what it prints.`,
  )
} else {
  module.enableCompileCache()
  const { main } = await import('../src/main.ts')
  await main(process.argv.slice(2))
}

/** @param {string} sentence */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
