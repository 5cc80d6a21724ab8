import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { importMap } from './import-map.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-import-map-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const FILES = {
  'deno.jsonc': `{
    // The root of the workspace.
    "workspace": ["./lists", "./texts"],
    "imports": {
      "own": "./own.ts",
      "own/": "./deep/",
      "own/other/": "./deeper/", /* the longest wins */
      "npm-one": "npm:one@^1.2",
      "jsr-one": "jsr:@scope/one@1/sub", // "not": "read"
    },
  }`,
  'lists/deno.json': '{ "name": "@mine/lists", "exports": { ".": "./mod.ts", "./sort": "./sort.ts" } }',
  'texts/deno.json': '{ "name": "@mine/texts", "exports": "./mod.ts", "imports": { "own": "./nearer.ts" } }',
  'own.ts': 'own',
  'deep/a.ts': 'deep a',
  'deeper/a.ts': 'deeper a',
  'lists/mod.ts': 'lists',
  'lists/sort.ts': 'lists sort',
  'texts/mod.ts': 'texts',
  'texts/nearer.ts': 'nearer',
  'node_modules/one/index.js': 'npm one',
  'node_modules/plain/index.js': 'plain',
  'node_modules/@jsr/scope__one/sub.js': 'jsr one sub',
  'node_modules/@jsr/scope__one/package.json': '{ "exports": { "./sub": "./sub.js" } }',
}
for (const [path, text] of Object.entries(FILES)) {
  const file = join(directory, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, /\.[jt]s$/.test(path) ? `export default ${JSON.stringify(`found ${text}`)}` : text)
}

const IMPORTS: readonly (readonly [string, string, string | RegExp])[] = [
  ['.', 'own', 'own'],
  ['.', 'own/a.ts', 'deep a'],
  ['.', 'own/other/a.ts', 'deeper a'],
  ['.', '@mine/lists', 'lists'],
  ['lists', '@mine/lists/sort', 'lists sort'],
  ['.', '@mine/texts', 'texts'],
  ['lists', 'own', 'own'],
  ['texts', 'own', 'nearer'],
  ['.', 'npm-one', 'npm one'],
  ['.', 'npm:one@1', 'npm one'],
  ['.', 'jsr-one', 'jsr one sub'],
  ['.', 'jsr:@scope/one/sub', 'jsr one sub'],
  ['.', 'plain', 'plain'],
  ['.', 'jsr:@scope/none', /Could not resolve "jsr:@scope\/none"/],
  ['.', 'not', /Could not resolve "not"/],
]

for (const [folder, specifier, expected] of IMPORTS) {
  test(`'${specifier}' in ${folder} is resolved as Deno does`, async () => {
    const bundled = build({
      stdin: {
        contents: `import value from ${JSON.stringify(specifier)}\nconsole.log(value)`,
        resolveDir: join(directory, folder),
      },
      ...{ bundle: true, write: false, format: 'esm', logLevel: 'silent', plugins: [importMap] },
    })
    if (typeof expected !== 'string') return assert.rejects(bundled, expected)
    const [file] = (await bundled).outputFiles
    assert.match(file?.text ?? '', new RegExp(`"found ${expected}"`))
  })
}
