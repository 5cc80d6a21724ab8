// Holds Steelyard against other benchmark tools: pnpm selfbench --help
import { exitCodeOfError } from '@steelyard/cli/src/main.ts'
import { readCommandLine } from './command-line.ts'

const args = process.argv.slice(2)
try {
  process.exitCode = await readCommandLine(args).execute(args)
} catch (error) {
  process.exitCode = exitCodeOfError(error)
}
