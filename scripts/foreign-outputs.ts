// Has the real tools write what the tests of `bench import` read:
//   node scripts/foreign-outputs.ts [--hyperfine <file>]...     a hyperfine of each version that is to be read
// Only paths are removed from their output, and the samples of mitata's own calibration.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseTarget, resolveTarget } from '../packages/launcher/src/index.ts'

const fixtures = fileURLToPath(new URL('../packages/interop/src/imports/fixtures', import.meta.url))
const benches = join(fixtures, 'benches')
const directory = mkdtempSync(join(tmpdir(), 'steelyard-foreign-'))

try {
  const { values } = parseArgs({ options: { hyperfine: { type: 'string', multiple: true, default: [] } } })
  const [node, deno, bun, workerd] = await Promise.all(['node', 'deno', 'bun', 'workerd'].map(binaryOf))
  keep(
    'deno-bench.json',
    write(deno, ['bench', '--json', '--no-config', '--no-lock', join(benches, 'json.deno.js')]),
  )
  keep(
    'node-bench.ndjson',
    write(node, ['--experimental-bench', '--bench', '--bench-reporter=json', join(benches, 'json.node.mjs')]),
  )
  keep('mitata-node.json', withoutCalibration(write(node, [join(benches, 'json.mitata.mjs')])))
  keep('mitata-bun.json', withoutCalibration(write(bun, [join(benches, 'json.mitata.mjs')])))
  keep(
    'workerd-bench.json',
    write(workerd, ['bench', join(benches, 'json.capnp'), '--quick', '--format=json']),
  )
  for (const hyperfine of values.hyperfine) {
    const file = join(directory, 'hyperfine.json')
    write(hyperfine, ['-N', '--runs', '12', '--export-json', file, 'sleep 0.01', 'sleep 0.02'])
    const [, version] = /(\d+)\./.exec(write(hyperfine, ['--version'])) ?? []
    keep(`hyperfine-${version}.json`, readFileSync(file, 'utf8'))
  }
} finally {
  rmSync(directory, { recursive: true })
}

async function binaryOf(runtime: string): Promise<string> {
  const target = await resolveTarget(parseTarget(runtime), directory)
  return target.binary
}

/** A bench that fails makes the tool end with an error: what it wrote counts. */
function write(file = '', args: readonly string[]): string {
  const { stdout, error } = spawnSync(file, args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (error) throw error
  if (stdout === '') throw new Error(`Cannot run ${file}: it wrote nothing.`)
  return stdout
}

/** Megabytes of how long nothing takes. */
function withoutCalibration(text: string): string {
  const { context, ...rest } = JSON.parse(text)
  return JSON.stringify({ ...rest, context: { ...context, noop: {} } }, (key, value) =>
    key === 'debug' ? '' : value,
  )
}

function keep(name: string, text: string): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const withoutPaths = text
    .replaceAll(benches, '/benches')
    .replaceAll(root, '/steelyard/')
    .replaceAll(directory, '/tmp')
  writeFileSync(join(fixtures, name), withoutPaths.endsWith('\n') ? withoutPaths : `${withoutPaths}\n`)
  process.stdout.write(`Wrote ${name}\n`)
}
