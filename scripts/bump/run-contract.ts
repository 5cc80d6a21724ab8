import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGED } from '../../runners/index.ts'
import type { ContractFinding } from './contract-events.ts'
import { runPinnedNode } from './run-program.ts'

/** Of the launcher's tests those of what a runner declares, on the real binaries. */
const TESTS = [...PACKAGED, 'known-flags', 'trace']
const REPORTER = fileURLToPath(new URL('contract-events.ts', import.meta.url))

export interface ContractOutcome {
  readonly isKept: boolean
  readonly findings: readonly ContractFinding[]
}

/** Runs the contract of every runner on what is installed now; people see a dot for each test. */
export async function runContract(root: string): Promise<ContractOutcome> {
  const folder = await mkdtemp(join(os.tmpdir(), 'steelyard-bump-'))
  const file = join(folder, 'findings.jsonl')
  try {
    const isKept = await runPinnedNode(root, [
      ...['--test', '--test-concurrency=1', '--test-reporter=dot', '--test-reporter-destination=stderr'],
      ...[`--test-reporter=${REPORTER}`, `--test-reporter-destination=${file}`],
      ...contractFiles(root),
    ])
    const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '')
    return { isKept, findings: lines.map(line => JSON.parse(line) as ContractFinding) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the test files of the contract; throws Error when one is missing, so that none is left out unseen. */
function contractFiles(root: string): readonly string[] {
  const found = TESTS.map(name => {
    const [file] = globSync(`packages/launcher/**/${name}.test.ts`, {
      cwd: root,
      exclude: ['**/node_modules/**', '**/src/**'],
    })
    if (file === undefined) throw new Error(`the contract has no test ${name}.test.ts any more`)
    return file
  })
  return [...found, ...globSync('runners/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })]
}
