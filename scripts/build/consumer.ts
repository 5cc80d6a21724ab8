import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Target } from '../../packages/launcher/src/index.ts'
import { ROOT } from './places.ts'

/** The command where it is installed. */
export const COMMAND = 'node_modules/steelyard/packages/cli/src/api/installed.js'

/** What an editor must understand. */
export const CONSUMER_TYPES = `
import { compare, readRecord, run, suite, type RunRecord, type Verdict } from 'steelyard'

export const copies = suite({
  name: 'array-copy',
  question: 'q?',
  params: { length: [1000, 10] },
  setup: ({ length }) => ({ list: Array.from({ length }, (_, index) => index) }),
  cases: { slice: ({ list }) => list.slice(), wrong: ({ list }) => {
    // @ts-expect-error the state is what setup makes
    return list.toFixed()
  } },
  unsupported: { slice: { workerd: 'why' } },
})
// @ts-expect-error a case is a function
suite({ name: 'x', question: 'q?', cases: { one: 1 } })

export async function use(): Promise<Verdict | null> {
  const record: RunRecord = await run('trig', { runtimes: ['node'], quick: true })
  await readRecord(record.id)
  // @ts-expect-error a comparison has a base
  await compare('trig', { heads: ['node@24'] })
  const { comparisons } = await compare(['trig'], { base: 'node', heads: ['node@24'], metric: 'cpu' })
  return comparisons[0]?.verdict ?? null
}
`

/** What a machine may set so that its network can be reached. */
const WAY_OUT = /^(npm_config_registry|node_extra_ca_certs|https?_proxy|no_proxy)$/i

/** Further settings of npm: another Node has another folder of settings for all users. */
const MACHINE: Readonly<Record<string, string>> = machineSettings()

function machineSettings(): Record<string, string> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const own = folders.find(folder => existsSync(join(folder, 'npm'))) ?? ''
  // npm finds them from where the Node is that runs it.
  const env = { ...process.env, PATH: [own, ...folders].join(delimiter) }
  const settingOf = (name: string) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', env, timeout: 20_000 }).trim()
  const [registry, authorities] = [settingOf('registry'), settingOf('cafile')]
  return {
    npm_config_registry: registry,
    ...(['', 'null', 'undefined'].includes(authorities)
      ? {}
      : { npm_config_cafile: authorities, NODE_EXTRA_CA_CERTS: authorities }),
  }
}

/** A user's project, with an empty home and one suite. */
export class Consumer {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true })
    this.write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
    for (const [file, text] of examples('ts')) this.write(file, text)
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  /** Runs a program in the project with further variables, at the same time as other processes. */
  async runWith(environment: NodeJS.ProcessEnv, program: string, ...args: string[]) {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: join(this.folder, 'home'),
        // Two runs with the same one wait for one another.
        TMPDIR: mkdtempSync(join(this.folder, 'tmp', 'run-')),
        NO_COLOR: '1',
        // The settings of this machine say which registry is to be asked.
        npm_config_userconfig: join(os.homedir(), '.npmrc'),
        ...MACHINE,
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => WAY_OUT.test(name))),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { code, stdout, stderr }
  }
}

/** Fails unless the package brought its command alone, and no runtime. */
export function assertNoRuntime({ folder }: Consumer): void {
  assert.deepEqual(readdirSync(join(folder, 'node_modules/.bin')), ['steelyard'], folder)
  const runtimes = globSync('node_modules/{.pnpm/,}{node-*,@oven*,@deno+*,@cloudflare*}', { cwd: folder })
  assert.deepEqual(runtimes, [], folder)
}

/** Returns why another Node cannot ask the registry from this machine; false where it can. */
export async function unreachable(): Promise<string | false> {
  using folder = mkdtempDisposableSync(join(os.tmpdir(), 'steelyard-reach-'))
  // A small one: npm reads all that was ever published of it.
  const asked = ['view', 'commander', 'version', '--fetch-retries=0', '--fetch-timeout=20000']
  const { code, stderr } = await new Consumer(folder.path).runWith({}, 'npm', ...asked)
  return code === 0 ? false : `the registry cannot be asked: ${stderr.split('\n')[0]}`
}

/** Returns the examples of docs/api.md whose first line names a file: its name and the text. */
export function examples(language: 'ts' | 'js'): (readonly [string, string])[] {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  const block = new RegExp(`^\`\`\`${language}\\n// (\\S+)\\n(.*?)^\`\`\`$`, 'gms')
  return Array.from(page.matchAll(block), ([, file = '', text = '']) => [file, text])
}

/** A registry that does not answer must not hold a test up. */
const INSTALL_MS = 180_000

/** Has a package manager add the tarball to a project, as a user would whose Node is `node`. */
export async function install(
  [program = '', ...args]: readonly string[],
  tarball: string,
  { folder }: Consumer,
  { node, caches }: { readonly node: string; readonly caches: string },
): Promise<void> {
  // What the package manager that runs this test tells its children is not for others.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name))
  await promisify(execFile)(program, [...args, tarball], {
    cwd: folder,
    timeout: INSTALL_MS,
    killSignal: 'SIGKILL',
    env: {
      ...MACHINE,
      ...Object.fromEntries(own),
      PATH: withFirst(node),
      BUN_INSTALL_CACHE_DIR: join(caches, 'bun'),
    },
  })
}

/** Makes a cache in which builds are that have been fetched before. */
export function fillCache(folder: string, builds: readonly Target[]): void {
  for (const { runner, version, binary, sha256, engineVersion } of builds) {
    const place = join(folder, 'steelyard/runtimes', runner.name, version)
    mkdirSync(place, { recursive: true })
    symlinkSync(binary, join(place, runner.name))
    const unread = { packageName: '', integrity: '', sizeBytes: 0 }
    const facts = { ...unread, version, engineVersion, file: runner.name, sha256 }
    writeFileSync(join(place, 'steelyard.json'), JSON.stringify(facts))
  }
}

/** Returns a PATH on which the `node` of its folder is the first. */
export function withFirst(node: string): string {
  return [dirname(node), process.env.PATH].join(delimiter)
}
