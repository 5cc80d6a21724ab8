// Runs the tools that exports are written for on one, and keeps their output as golden files of the tests:
//   node scripts/read-exports.ts                                   benchstat, installed from the Go module proxy
//   node scripts/read-exports.ts --compare-py <file> [--python <python>]
//     Google Benchmark's too: tools/compare.py of its sources, and a Python that has numpy and scipy
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const BENCHSTAT = 'golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da'
/** Kept records do not change, and so neither does the tools' output about them. */
const RECORD = 'results/trig.json'
const GOLDEN = 'packages/interop/src/exports/fixtures'

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'steelyard-exports-'))
try {
  const { values } = parseArgs({
    options: { 'compare-py': { type: 'string' }, python: { type: 'string', default: 'python3' } },
  })
  keep('benchstat.txt', readByBenchstat())
  const comparePy = values['compare-py']
  if (comparePy !== undefined) keep('compare-py.txt', readByComparePy(comparePy, values.python))
} finally {
  rmSync(directory, { recursive: true })
}

function readByBenchstat(): string {
  try {
    execFileSync('go', ['install', BENCHSTAT], { env: { ...process.env, GOBIN: directory } })
  } catch (error) {
    throw new Error('Cannot run benchstat: Go could not install it. Install Go from https://go.dev.', {
      cause: error,
    })
  }
  writeExport('benchstat', 'trig.txt')
  const questions = [
    ['-col', 'target', 'trig.txt'],
    ['-filter', 'target:"node@26.10.0"', '-row', 'target', '-col', '/case@(sin-small sin-large)', 'trig.txt'],
  ]
  const outputs = questions.map(args => outputOf('benchstat', join(directory, 'benchstat'), args))
  return [BENCHSTAT, ...outputs].join('\n\n')
}

function readByComparePy(file: string, python: string): string {
  writeExport('google-benchmark', 'trig.json')
  const args = ['--no-color', 'benchmarksfiltered', 'trig.json', 'node@26.10.0', 'trig.json', 'bun@1.4.5']
  return outputOf('compare.py', python, args, [file])
}

function writeExport(format: string, name: string): void {
  const bin = join(root, 'packages/cli/bin/steelyard.js')
  execFileSync(process.execPath, [
    ...[bin, 'export', join(root, RECORD)],
    ...['--format', format, '--out', join(directory, name)],
  ])
}

function outputOf(
  name: string,
  file: string,
  args: readonly string[],
  prefix: readonly string[] = [],
): string {
  const said = execFileSync(file, [...prefix, ...args], { cwd: directory, encoding: 'utf8' })
  const shown = args.map(arg => (/^[\w./=@-]+$/.test(arg) ? arg : `'${arg}'`))
  return `$ ${name} ${shown.join(' ')}\n${said.trimEnd()}`
}

function keep(name: string, text: string): void {
  writeFileSync(join(root, GOLDEN, name), `${text}\n`)
  process.stdout.write(`Wrote ${GOLDEN}/${name}\n`)
}
