import { hash } from 'node:crypto'
import { transform } from 'esbuild'

/** Names that esbuild makes of those of files. */
const FROM_FILES = /(?<![.\w$])(?:(?:require|init|import)_[\w$]+|[\w$]+_(?:default|exports)\d*)\b/g

/** Where a name is declared: others that look alike are the suite's own, such as keys of its data. */
const DECLARED =
  /(?:\b(?:var|let|const|class|import|as|function) |function\*|,)([\w$]+)(?=[=({;,]| from| extends)/g

/** Where esbuild writes the path of a module that is wrapped. */
const WRAPPED = /(__(?:commonJS|esm)\w*\(\{\s*)"[^"\n]*"/g

/**
 * Returns the SHA-256 of the code of a bundle, in hexadecimal: of its text without comments, spaces and what bundling makes of
 * the names of files. It is the same after a file was renamed or moved, or a comment changed, and another one with any case,
 * any data, the harness, or the version of esbuild.
 */
export async function codeSha256(text: string): Promise<string> {
  const { code } = await transform(text, {
    format: 'esm',
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  })
  const names = new Map<string, string>()
  const declared = new Set(Array.from(code.matchAll(DECLARED), ([, name]) => name))
  const plain = code.replaceAll(WRAPPED, '$1""').replaceAll(FROM_FILES, name => {
    if (!declared.has(name)) return name
    const given = names.get(name) ?? `file_${names.size}`
    names.set(name, given)
    return given
  })
  return hash('sha256', plain)
}
