// The rules of the verdicts, tried on contenders whose true ratio is known, through the conductor as it is: node
// scripts/simulate/verdicts.ts [seconds] [part] [parts]. Keeps what it finds in results/trust/ cell by cell, goes on where it
// was left, and ends with 1 while cells are missing or a rule fails its bound. All of it takes about half an hour;
// parts may run side by side.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NOISES } from '../../packages/schedule/test/launch-noise.ts'
import { EFFECTS, simulateCell } from '../../packages/schedule/test/simulated-cells.ts'
import { provenance } from './provenance.ts'
import { faultsOf, markdownOf, type SimulatedCell, type Simulation } from './verdicts/report.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIRECTORY = `${ROOT}results/trust`
const JSON_FILE = `${DIRECTORY}/simulation.json`
const MARKDOWN_FILE = `${DIRECTORY}/simulation.md`

const PRECISIONS = [0.01, 0.007, 0.005]

/** The rules promise something where there is no effect and where it is the threshold; elsewhere fewer runs are enough. */
const RUNS: Readonly<Record<string, number>> = { '0': 1500, δ: 1500, 'δ/2': 500, '2δ': 500 }

/** So far apart that no two cells share a run. */
const SEEDS = 1_000_000

const wanted = Object.entries(RUNS).flatMap(([effect, runs]) =>
  PRECISIONS.flatMap(precision => Object.keys(NOISES).map(noise => ({ effect, runs, precision, noise }))),
)

const [seconds = Number.POSITIVE_INFINITY, part = 0, parts = 1] = process.argv.slice(2).map(Number)
const untilMs = performance.now() + seconds * 1000
for (const [index, { noise, precision, effect, runs }] of wanted.entries()) {
  const model = NOISES[noise]
  const ratio = EFFECTS[effect]
  if (!model || ratio === undefined) throw new Error(`no noise '${noise}' or no effect '${effect}'`)
  if (index % parts !== part || isKnown(read(), { noise, precision, effect })) continue
  if (performance.now() > untilMs) break
  const seed = SEEDS * (index + 1)
  const beganMs = performance.now()
  const outcome = await simulateCell({ noise: model, ratio, precision, runs, seed })
  const took = (performance.now() - beganMs) / 1000
  const { symmetric } = model
  keep({ noise, symmetric, effect, precision, seed, ...outcome }, took)
  process.stdout.write(`${noise}, ${precision}, ${effect}: ${took.toFixed(0)} s\n`)
}

const simulation = read()
const missing = wanted.length - simulation.cells.length
const faults = faultsOf(simulation)
if (missing === 0) writeFileSync(MARKDOWN_FILE, markdownOf(simulation))
process.stdout.write(`${[`${missing} of ${wanted.length} cells are missing`, ...faults].join('\n')}\n`)
if (missing > 0 || faults.length > 0) process.exitCode = 1

function isKnown(
  { cells }: Simulation,
  cell: Pick<SimulatedCell, 'noise' | 'precision' | 'effect'>,
): boolean {
  return cells.some(
    ({ noise, precision, effect }) =>
      noise === cell.noise && precision === cell.precision && effect === cell.effect,
  )
}

function read(): Simulation {
  if (existsSync(JSON_FILE)) return JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Simulation
  return { ...provenance(), computeSeconds: 0, cells: [] }
}

/** Another part may have written meanwhile: what is there is read again. */
function keep(cell: SimulatedCell, tookSeconds: number): void {
  const earlier = read()
  const simulation: Simulation = {
    ...earlier,
    computeSeconds: earlier.computeSeconds + tookSeconds,
    cells: [...earlier.cells, cell],
  }
  mkdirSync(DIRECTORY, { recursive: true })
  writeFileSync(JSON_FILE, `${JSON.stringify(simulation, null, 2)}\n`)
}
