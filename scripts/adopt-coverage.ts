// Writes results/trust/adopt-coverage.md from what `bench coverage --json` found of public benchmark files.
//   node scripts/adopt-coverage.ts <folder of JSON files> <folder of Node core> <folder of Bun>
// JSON files of a set begin with its prefix (sets are listed below). Of a file that is in several, the one in the last
// counts, by their names. The folders of Node core and Bun tell which of their files are plain.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FoundSet, page } from './adopt-coverage/page.ts'
import { type PublicSet, plainFiles, plainSnippets } from './adopt-coverage/sets.ts'

const RESULT = fileURLToPath(new URL('../results/trust/adopt-coverage.md', import.meta.url))

const [folder, nodeFolder, bunFolder] = process.argv.slice(2)
if (folder === undefined || nodeFolder === undefined || bunFolder === undefined) {
  process.stderr.write('Give the folder of JSON files, that of Node core and that of Bun.\n')
  process.exit(2)
}
const plain = plainFiles(nodeFolder)
const snippets = plainSnippets(bunFolder)

const SETS: readonly PublicSet[] = [
  {
    ...{ name: 'es-toolkit', prefix: 'est', isPart: false },
    source: 'toss/es-toolkit `a1918b0`, `benchmarks/performance`, vitest bench',
  },
  {
    ...{ name: 'Node core', prefix: 'node', isPart: false },
    source:
      "Node 22.22.2 (Debian's source package), `benchmark/`. Debian leaves files such as `alice.html` out",
  },
  {
    ...{ name: 'Node core, plain', prefix: 'node', isPart: true },
    source: 'of these the plain ones',
    counts: ({ file }) => plain.has(file),
  },
  {
    ...{ name: "Bun's snippets", prefix: 'bun', isPart: false },
    source:
      'oven-sh/bun `1e86ceb`, all modules and scripts of `bench/snippets`, mitata. Nothing was installed',
  },
  {
    ...{ name: "Bun's snippets, plain", prefix: 'bun', isPart: true },
    source: 'of these the plain ones',
    counts: ({ file }) => snippets.has(file),
  },
  {
    ...{ name: 'Deno', prefix: 'std', isPart: false },
    source:
      'denoland/std `ca58f94` and denoland/deno `98f9507` `tests/bench`, Deno.bench; some of these files use\n  more of `Deno`, and run on Deno alone',
  },
]

/** Dialects of files that are no benchmark of another tool. */
const OWN = new Set([null, 'steelyard'])

const found = SETS.map((set): FoundSet => {
  const names = readdirSync(folder).filter(name => name.startsWith(set.prefix) && name.endsWith('.json'))
  const all = names.sort().map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const byFile = new Map(all.flatMap(({ files }) => files).map(file => [file.file, file]))
  // A file that is named is asked although it uses no dialect.
  const files = [...byFile.values()].filter(file => !OWN.has(file.dialect) && (set.counts?.(file) ?? true))
  const targets = (all[0]?.targets ?? []).map(({ target }: { target: string }) => target)
  return { ...set, coverage: { targets, files, others: all.flatMap(({ others }) => others) } }
})
writeFileSync(RESULT, page(found, new Date().toISOString().slice(0, 10)))
