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
  const files = new Set([declarationOf(entry)])
  // The imports that are added meanwhile are visited too.
  for (const file of files) {
    const source = resolve(ROOT, file)
    const text = (await readFile(join(written.path, file), 'utf8')).replaceAll(SPECIFIER, specifier => {
      const built = builtSpecifier(specifier, source)
      files.add(declarationOf(relative(ROOT, resolve(dirname(source), built))))
      return built
    })
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}

function declarationOf(file: string): string {
  return file.replace(/\.[jt]s$/, '.d.ts')
}
