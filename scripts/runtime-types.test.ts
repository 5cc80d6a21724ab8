import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { pinnedIfAny } from '../packages/launcher/src/index.ts'
import { runners } from '../runners/index.ts'
import { ROOT } from './build/places.ts'

/** What declares globals of a runtime or of the web, by the configurations that may see it. */
const GLOBALS: Readonly<Record<string, readonly string[]>> = {
  'tsconfig.json': ['@types/node'],
  'tsconfig.pure.json': [],
  'runners/bun': ['@types/node', 'bun-types'],
  'runners/deno': ['@types/deno', 'lib.webworker'],
  'runners/node': ['@types/node'],
  'runners/shells': [],
  'runners/workerd': ['@cloudflare/workers-types'],
}

const DECLARES =
  /\/(bun-types|@types\/(?:bun|deno|node)|@cloudflare\/workers-types|lib\.(?:dom|webworker))(?:\/|\.d\.ts$)/

const compiled = new Map(Object.keys(GLOBALS).map(project => [project, filesReadBy(project)]))

/** Returns what the compiler reads for a configuration, as paths from the root. */
function filesReadBy(project: string): readonly string[] {
  const args = ['--listFilesOnly', '-p', project]
  const listed = execFileSync('node_modules/.bin/tsc', args, { cwd: ROOT, encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .map(file => relative(ROOT, file))
}

for (const [project, expected] of Object.entries(GLOBALS)) {
  test(`${project} sees the globals of its own runtime alone`, () => {
    const seen = compiled.get(project)?.flatMap(file => DECLARES.exec(file)?.[1] ?? [])
    assert.deepEqual([...new Set(seen)].sort(), expected)
  })
}

test('an entry is compiled for its runtime alone, and what several share for each of them', () => {
  const ours = globSync('{runners/*,timers/*}/{entry,server,measure}.ts', { cwd: ROOT })
  const projectsOf = (file: string) =>
    [...compiled].filter(([, files]) => files.includes(file)).map(([project]) => project)
  for (const file of ours.filter(file => file.startsWith('runners/'))) {
    const runner = file.split('/').slice(0, 2).join('/')
    // The entries of shells share one configuration.
    assert.deepEqual(projectsOf(file), [runner in GLOBALS ? runner : 'runners/shells'], file)
  }
  assert.deepEqual(projectsOf('timers/workerd-bench/entry.ts'), ['runners/workerd'])
  const all = Object.keys(GLOBALS).filter(project => project !== 'tsconfig.pure.json')
  assert.deepEqual(projectsOf('runners/serve.ts'), all)
  assert.deepEqual(projectsOf('runners/node-pipes.ts'), ['tsconfig.json', 'runners/bun', 'runners/node'])
  for (const file of ours.filter(file => file.endsWith('/measure.ts'))) {
    assert.deepEqual(projectsOf(file), ['tsconfig.json', 'runners/bun', 'runners/deno'], file)
  }
  assert.ok(ours.every(file => projectsOf(file).length > 0))
})

test('`pnpm check` compiles every configuration', () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
  for (const config of globSync('runners/*/tsconfig.json', { cwd: ROOT })) {
    const project = config.replace('/tsconfig.json', '')
    assert.ok(project in GLOBALS, project)
    assert.match(scripts['check:types'], new RegExp(`tsc -p ${project}( |$)`))
  }
})

test('the entries of Deno compile with the types that the pinned Deno prints', () => {
  const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-deno-types-'))
  try {
    const binary = pinnedIfAny(runners.deno)?.binary ?? ''
    const env = { DENO_DIR: directory, NO_COLOR: '1' }
    const printed = execFileSync(binary, ['types'], { cwd: directory, env, maxBuffer: 2 ** 24 })
    writeFileSync(join(directory, 'deno.d.ts'), printed)
    const ours = globSync(['runners/deno/{entry,server}.ts', 'timers/*/measure.ts'], { cwd: ROOT })
    const config = {
      extends: join(ROOT, 'runners/deno/tsconfig.json'),
      // The printed types name Node's here and there, which would bring Node's globals.
      compilerOptions: { lib: ['es2024', 'esnext.disposable'], types: [], skipLibCheck: true },
      include: [],
      files: ['deno.d.ts', ...ours.map(file => join(ROOT, file))],
    }
    const project = join(directory, 'tsconfig.json')
    writeFileSync(project, JSON.stringify(config))
    const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', project], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
