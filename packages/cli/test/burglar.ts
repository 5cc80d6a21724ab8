// A suite that looks for a way out of its confinement.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { readRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import type { Bench } from './bench-process.ts'

export const linux = process.platform === 'linux' ? {} : { skip: 'needs namespaces' }

const SECRET = 'the-secret-of-the-host'

const server = createServer((_, response) => response.end('ok'))
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

/** Its setup fails with the list of what it could reach. */
function suiteOf(secretFile: string, needs: readonly string[]): string {
  const { port } = server.address() as AddressInfo
  return `import { suite } from 'steelyard'
const builtin = name => process.getBuiltinModule('node:' + name)
const WAYS = {
  environment: () => JSON.stringify(process.env).includes('${SECRET}'),
  files: () => builtin('fs').readFileSync('${secretFile}', 'utf8') === '${SECRET}',
  writing: () => (builtin('fs').writeFileSync('${secretFile}.new', ''), builtin('fs').existsSync('${secretFile}.new')),
  programs: () => builtin('child_process').spawnSync('/bin/sh', ['-c', 'exit 0']).status === 0,
  host: () => builtin('fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8').includes('${SECRET}'),
  processes: () => builtin('fs').readdirSync('/proc').filter(name => /^\\d+$/.test(name)).length > 1,
  network: async () => (await fetch('http://127.0.0.1:${port}')).ok,
}
export default suite({
  name: 'burglar', question: 'What can it reach?', verify: () => 1, needs: ${JSON.stringify(needs)},
  setup: async () => {
    const reached = []
    for (const [name, way] of Object.entries(WAYS)) {
      try { if (await way()) reached.push(name) } catch {}
    }
    throw new Error('reached: ' + reached + '.')
  },
  cases: { one: () => Math.random() },
})`
}

/** Runs a suite that tries every way out. Returns by runtime what it could reach. */
export async function reachedBy(bench: Bench, needs: readonly string[], ...words: readonly string[]) {
  process.env.A_SECRET = SECRET
  const secretFile = join(bench.directory, 'secret')
  writeFileSync(secretFile, SECRET)
  writeFileSync(join(bench.directory, 'burglar.bench.ts'), suiteOf(secretFile, needs))
  const asked = ['--quick', '--json', 'run.json', '--no-save']
  const { stderr } = await bench.run('./burglar.bench.ts', ...asked, ...words)
  const { results, environment } = await readRecord(join(bench.directory, 'run.json')).catch(() =>
    assert.fail(stderr),
  )
  const reached = results.map(({ target, error }) => [
    target.split('@')[0],
    /reached: (.*?)\./.exec(errorText(error))?.[1] ?? errorText(error),
  ])
  return { reached: Object.fromEntries(reached), warnings: environment.warnings }
}

export const FOUR = ['node', 'deno', 'bun', 'workerd'].flatMap(name => ['--runtime', name])
