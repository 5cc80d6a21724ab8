// Finds the smallest lie about time that is caught on each runtime: contenders that report a part of what their batches
// take, on the real binaries. Prints, for each runtime and part, how many of them were caught.
import { fileURLToPath } from 'node:url'
import { launchContext } from '../packages/cli/test/launch-context.ts'
import { launchTelling } from '../packages/cli/test/telling.ts'
import { allowedCores, canPin } from '../packages/launcher/src/index.ts'
import { Workspace } from '../packages/measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../packages/measure/src/targets/targets.ts'
import { type ClockShares, findFalseClock } from '../packages/stats/src/index.ts'

const SUITE = fileURLToPath(new URL('../packages/cli/test/fixtures/traps.bench.ts', import.meta.url))
const PARTS = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7]
const CASES = ['honest-sum', 'honest-async']
const TRIALS = Number(process.argv[2] ?? 6)
const LAUNCHES = 5

const workspace = await Workspace.open()
try {
  const context = await launchContext(workspace, SUITE)
  const pinned = { ...context, cores: canPin() ? allowedCores().slice(0, 1) : [] }
  for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
    for (const caseId of CASES) {
      const cells: string[] = []
      for (const part of PARTS) {
        let caught = 0
        const found: number[] = []
        for (let trial = 0; trial < TRIALS; trial++) {
          const shares: ClockShares[] = []
          while (shares.length < LAUNCHES) {
            shares.push(await launchTelling(part, { caseId, params: {}, target }, pinned))
          }
          const { state, share } = findFalseClock(shares)
          if (state === 'false') caught++
          found.push(share ?? 0)
        }
        cells.push(
          `${part}: ${caught}/${TRIALS} (${Math.min(...found).toFixed(2)}–${Math.max(...found).toFixed(2)})`,
        )
      }
      process.stdout.write(`${runtime.padEnd(8)} ${caseId.padEnd(13)} ${cells.join('  ')}\n`)
    }
  }
} finally {
  await workspace.close()
}
