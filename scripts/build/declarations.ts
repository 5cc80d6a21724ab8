import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { builtSpecifier } from './compile.ts'
import { ROOT } from './places.ts'

const CONFIG = join(ROOT, 'scripts/build/tsconfig.json')
const SPECIFIER = /(?<=\b(?:from|import\() ?['"])(?:@steelyard\/|\.{1,2}\/)[^'"]+(?=['"])/g

/** Writes the types of a module, and of its imports, next to the JavaScript. */
export async function writeDeclarations(entry: string, folder: string): Promise<void> {
  await using written = await mkdtempDisposable(join(os.tmpdir(), 'steelyard-types-'))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const args = ['-p', CONFIG, '--outDir', written.path, '--rootDir', ROOT]
  await promisify(execFile)(compiler, args).catch(error => {
    throw new Error(`Cannot write the types: ${error.stdout || error.message}`)
  })
  await copyWithImports(declarationOf(entry), written.path, folder, new Set())
}

/** @param file from the root, as it is in all three folders */
async function copyWithImports(file: string, from: string, to: string, copied: Set<string>): Promise<void> {
  if (copied.has(file)) return
  copied.add(file)
  const source = resolve(ROOT, file)
  const named: string[] = []
  const text = (await readFile(join(from, file), 'utf8')).replaceAll(SPECIFIER, specifier => {
    const built = builtSpecifier(specifier, source)
    named.push(relative(ROOT, resolve(dirname(source), built)))
    return built
  })
  await mkdir(dirname(join(to, file)), { recursive: true })
  await writeFile(join(to, file), text)
  for (const each of named) await copyWithImports(declarationOf(each), from, to, copied)
}

function declarationOf(file: string): string {
  return file.replace(/\.[jt]s$/, '.d.ts')
}
