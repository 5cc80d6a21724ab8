// Only one module of the command writes to the terminal: all other output passes through it. See packages/cli/src/output.
import { globSync, readFileSync } from 'node:fs'

/** The module itself, and the sentence of a package that cannot start, which has no other module yet. */
const MAY_WRITE = ['output/streams.ts', 'api/installed.ts']

const WRITES =
  /process\s*(?:\?\.|\.|\[)\s*['"`]?(?:stdout|stderr)|\{[^}]*\bstd(?:out|err)\b[^}]*\}\s*=\s*process\b|'(?:node:)?process'/

const root = `${import.meta.dirname}/../packages/cli/src`
const faults = globSync('**/*.ts', { cwd: root })
  .filter(file => !file.endsWith('.test.ts') && !file.includes('fixtures/') && !MAY_WRITE.includes(file))
  .flatMap(file =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (WRITES.test(line) ? [`${file}:${index + 1}`] : [])),
  )

if (faults.length > 0) {
  process.stderr.write(
    faults.map(file => `packages/cli/src/${file} writes past packages/cli/src/output/streams.ts\n`).join(''),
  )
  process.exitCode = 1
}
