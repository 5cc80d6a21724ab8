// Do the tools that benchmark files are written for show the times that Steelyard shows of the same files? Ten cases each
// of tinybench and mitata on Node and of `deno bench`: the file's own tool is launched 20 times, and Steelyard's 20
// launches of every case lie between them. Writes results/trust/adopt-agreement.md from the cells that are there.
//   node scripts/adopt-agreement.ts <cells.jsonl> [seconds]
// Cells are kept in the file: with less time than all take (some 12 minutes), run it again and it goes on.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Cell, cellsToDo } from './adopt-agreement/cells.ts'
import { openDesk } from './adopt-agreement/desk.ts'
import { markdown } from './adopt-agreement/table.ts'

const RESULT = fileURLToPath(new URL('../results/trust/adopt-agreement.md', import.meta.url))

const [file = '', seconds = '3600'] = process.argv.slice(2)
if (file === '' || !(Number(seconds) > 0)) {
  process.stderr.write('Give a file for the cells, and the seconds that they may take.\n')
  process.exit(2)
}
const untilMs = performance.now() + 1000 * Number(seconds)
const done: Cell[] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
  : []

const desk = await openDesk()
try {
  for (const plan of cellsToDo(done)) {
    if (performance.now() + 1000 * plan.seconds > untilMs) break
    process.stdout.write(`${plan.tool} ${plan.side} ${plan.block}.${plan.index}\n`)
    const cell = desk.measure(plan)
    done.push(cell)
    appendFileSync(file, `${JSON.stringify(cell)}\n`)
  }
} finally {
  desk.close()
}
const left = cellsToDo(done).length
writeFileSync(RESULT, markdown(done))
if (left > 0) process.stdout.write(`${left} cells are left.\n`)
