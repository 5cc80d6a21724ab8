// Makes the site of docs, findings, suites and results. It asks for nothing from the network.
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSite } from './build-site.ts'

const ROOT = join(import.meta.dirname, '..')

const [named = join(ROOT, 'dist/site'), ...others] = process.argv.slice(2)
if (others.length > 0 || named.startsWith('-')) {
  process.stderr.write('Name one folder or none: pnpm site [folder]   (default: dist/site)\n')
  process.exitCode = 2
} else {
  const folder = resolve(named)
  try {
    await buildSite(ROOT, folder)
    const pages = globSync('**/*.html', { cwd: folder }).length
    const seconds = (performance.now() / 1000).toFixed(1)
    process.stdout.write(`${pages} pages in ${seconds} s. Open ${join(folder, 'index.html')}\n`)
  } catch (error) {
    process.stderr.write(`${causesOf(error).join('\n')}\n`)
    process.exitCode = 1
  }
}

/** What went wrong, and why as far as it is known. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...causesOf(error.cause)] : []
}
