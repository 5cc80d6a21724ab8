// Checks that tests notice deliberate faults: `node scripts/mutants.ts [part of a file's path…]`. Each mutant of
// mutants/mutants.json replaces one text in one module; the test files that it names must fail with it and pass without.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants/mutant.ts'

const ROOT = join(import.meta.dirname, '..')
const HOOK = join(import.meta.dirname, 'mutants/hook.ts')

const wanted = process.argv.slice(2)
const list = JSON.parse(readFileSync(join(ROOT, 'scripts/mutants/mutants.json'), 'utf8')) as Mutant[]
const mutants = list.filter(({ file }) => wanted.length === 0 || wanted.some(part => file.includes(part)))

const faults: string[] = []
for (const file of new Set(mutants.flatMap(({ killedBy }) => killedBy))) {
  if (!(await passes(null, [file]))) faults.push(`fails without a mutant: ${file}`)
}
for (const mutant of mutants) {
  const fault = await faultOf(mutant)
  if (fault !== null) faults.push(`${fault}: ${mutant.file}: ${mutant.find} → ${mutant.replace}`)
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${`${mutants.length} mutants, ${faults.length} faults`}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

async function faultOf(mutant: Mutant): Promise<string | null> {
  const found = readFileSync(join(ROOT, mutant.file), 'utf8').split(mutant.find).length - 1
  if (found !== 1) return `stands ${found} times in the file`
  return (await passes(mutant, mutant.killedBy)) ? 'survived' : null
}

/** Whether the test files pass with the mutant in place; throws where they cannot be loaded with it. */
async function passes(mutant: Mutant | null, files: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', HOOK, '--test', ...files], {
    cwd: ROOT,
    env: { ...process.env, STEELYARD_MUTANT: JSON.stringify(mutant) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', data => (output += data))
  const [code] = await once(child, 'close')
  if (/SyntaxError: .*(?:Unexpected|Invalid)|ReferenceError/.test(output)) throw new Error(output)
  return code === 0
}
