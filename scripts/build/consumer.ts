import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import { filesOf, ROOT } from './places.ts'

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

/** The output of a command that has ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Somebody's project, with a home that has nothing in it and one suite. */
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

  /** Runs a file of the project on some Node, at the same time as other processes. */
  run(node: string, ...args: string[]): Promise<Ended> {
    const child = spawn(node, args, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: join(this.folder, 'home'),
        // Two runs with the same one wait for one another.
        TMPDIR: mkdtempSync(join(this.folder, 'tmp', 'run-')),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', data => (said.stdout += data))
    child.stderr.on('data', data => (said.stderr += data))
    return new Promise(resolve => child.once('close', code => resolve({ code, ...said })))
  }
}

/** Returns the examples of docs/api.md whose first line names a file: its name and the text. */
export function examples(language: 'ts' | 'js'): (readonly [string, string])[] {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  const block = new RegExp(`^\`\`\`${language}\\n// (\\S+)\\n(.*?)^\`\`\`$`, 'gms')
  return Array.from(page.matchAll(block), ([, file = '', text = '']) => [file, text])
}

/** Unpacks the package into a project as npm would, and links its dependencies from this repository. */
export async function linkPackage(tarball: string, project: string): Promise<void> {
  const place = join(project, 'node_modules/steelyard')
  mkdirSync(place, { recursive: true })
  await extract({ file: tarball, cwd: place, strip: 1 })
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const owners = filesOf('packages/*/package.json', '*/package.json').map(file => join(ROOT, dirname(file)))
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const installed = owners.map(owner => join(owner, 'node_modules', name)).find(existsSync)
    // Those of other platforms are not here.
    if (installed === undefined) continue
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(realpathSync(installed), link)
  }
}
