// Makes the site of docs, findings, suites and results. It asks for nothing from the network.
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from './build-site.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USAGE = 'pnpm site [folder]   (default: dist/site)'

process.exitCode = await main(process.argv.slice(2))

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && (words[0] === '--help' || words[0] === '-h')) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const [named = join(ROOT, 'dist/site'), ...others] = words
  if (others.length > 0 || named.startsWith('-')) {
    process.stderr.write(`Name one folder or none: ${USAGE}\n`)
    return 2
  }
  const folder = resolve(named)
  const startedAt = performance.now()
  try {
    await buildSite(ROOT, folder)
  } catch (error) {
    process.stderr.write(`${causesOf(error).join('\n')}\n`)
    return 1
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const pages = globSync('**/*.html', { cwd: folder }).length
  process.stdout.write(`${pages} pages in ${seconds} s. Open ${join(folder, 'index.html')}\n`)
  return 0
}

/** What went wrong, and why as far as it is known. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...causesOf(error.cause)] : []
}
