import { fileURLToPath } from 'node:url'
import type { SuiteDescription } from '../../packages/harness/src/protocol/protocol.ts'
import type { ContenderPlan } from '../../packages/measure/src/plan/plan.ts'

/** The doctor's own cases, beside the suites in bench/. */
export const DOCTOR = 'doctor'

/** Returns the file of a suite of this project. */
export function suiteFile(suite: string): string {
  const path =
    suite === DOCTOR ? 'packages/cli/src/commands/doctor/doctor.bench.ts' : `bench/${suite}/suite.ts`
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** Returns base and head of a launch. The first value of each parameter is taken. */
export function pairOf(
  base: string,
  head: string,
  target: number,
  { params }: Pick<SuiteDescription, 'params'>,
): ContenderPlan[] {
  const firsts = Object.entries(params).flatMap(([name, [first]]) =>
    first === undefined ? [] : [[name, first] as const],
  )
  return [base, head].map(caseId => ({ caseId, params: Object.fromEntries(firsts), target }))
}
