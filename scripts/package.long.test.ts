// Catches a package that pnpm or Bun installs in another way than npm, and a first command that fetches too much or nothing.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseTarget, resolveTarget } from '../packages/launcher/src/index.ts'
import {
  assertNoRuntime,
  CONSUMER_TYPES,
  Consumer,
  examples,
  install,
  unreachable,
  withFirst,
} from './build/consumer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-package-'))
const projects = {
  pnpm: new Consumer(join(directory, 'pnpm')),
  bun: new Consumer(join(directory, 'bun')),
}
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:1/' }

let nodes: { readonly 22: string; readonly 24: string }

const skip = await unreachable()

before(async () => {
  if (skip) return
  execFileSync(process.execPath, ['scripts/build.ts', directory], { cwd: ROOT })
  const [node22 = '', node24 = '', bun = ''] = await Promise.all(
    ['node@22', 'node@24', 'bun'].map(
      async text => (await resolveTarget(parseTarget(text), directory)).binary,
    ),
  )
  nodes = { 22: node22, 24: node24 }
  const [tarball, caches] = [join(directory, 'steelyard-0.1.0.tgz'), join(directory, 'caches')]
  await Promise.all([
    install(['npx', '-y', 'pnpm@12', 'add'], tarball, projects.pnpm, { node: node24, caches }),
    install([bun, 'add'], tarball, projects.bun, { node: node24, caches }),
  ])
})
after(() => rmSync(directory, { recursive: true, force: true }))

test('pnpm and bun install its command alone, and no runtime', { skip }, () => {
  for (const project of Object.values(projects)) assertNoRuntime(project)
})

test('types show in an editor', { skip }, async () => {
  for (const project of Object.values(projects)) {
    project.write('consumer.ts', CONSUMER_TYPES)
    const options =
      '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes --target es2024 --lib es2024 --types '
    const rest = ['--module', 'nodenext', '--moduleResolution', 'nodenext', 'consumer.ts']
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const { code, stdout } = await project.runWith({}, compiler, ...options.split(' '), ...rest)
    assert.equal(code, 0, stdout)
  }
})

test('the first answer in an empty folder fetches what it needs, from a program too', { skip }, async () => {
  const cache = { XDG_CACHE_HOME: join(directory, 'first') }
  const expression = ['-e', '[1, 2].slice()', '--runtime', 'node', '--quick', '--time', '1']
  const path = { PATH: withFirst(nodes[24]) }
  const first = await projects.pnpm.runWith({ ...cache, ...path }, 'npx', 'steelyard', ...expression)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /\[1, 2\]\.slice\(\)/)
  assert.deepEqual(readdirSync(join(directory, 'first/steelyard/runtimes')), ['node'])
  projects.pnpm.write('mine.mjs', examples('js')[0]?.[1].replace('timeSeconds: 5', 'timeSeconds: 1') ?? '')
  const ran = await projects.pnpm.runWith({ ...cache, ...NO_REGISTRY }, nodes[22], 'mine.mjs')
  assert.equal(ran.code, 0, ran.stderr)
})
