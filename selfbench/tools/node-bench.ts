import { readFile } from 'node:fs/promises'
import { benchCommand, foreignReadings, outputFile, outputOf } from './request.ts'
import type { Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

const OPTIONS = ['--experimental-bench', '--bench', '--bench-reporter=json']

export const nodeBench: Tool = {
  name: 'node:bench',
  runtimes: ['node'],
  headline: 'mean rate',
  rule: 'none; read here as: the 95 % intervals of the mean rates do not touch',
  timing: 'samples of 10 ms until an equal share for each side is used up (context.done())',
  overheadSeconds: 0.3,
  version: () => null,
  async prepare(request) {
    const output = `--bench-reporter-destination=${outputFile(request)}`
    return benchCommand(request, 'node-bench.js', ...OPTIONS, output)
  },
  async read(request) {
    const events = await readFile(outputFile(request), 'utf8')
    return outputOf(foreignReadings(events, 'node-bench'), byIntervals)
  },
}
