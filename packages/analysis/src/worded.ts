import type { MeasuredCalls, MeasuredEnvironment, MeasuredMemory, Unworded } from '@steelyard/measure'
import {
  type CallsRecord,
  type EnvironmentRecord,
  type MemoryRecord,
  type ResultError,
  type ResultRecord,
  warningRecord,
} from '@steelyard/record'
import { warningText, wordedWarnings } from '@steelyard/text'

/** Returns the machine as the record has it. */
export function environmentRecord(environment: MeasuredEnvironment): EnvironmentRecord {
  return { ...environment, ...wordedWarnings(environment.warnings) }
}

/** Returns what the record has of an error; `name` is the contender that it is about. */
export function wordedError(name: string, error: ResultError): Pick<ResultRecord, 'error' | 'errorDetail'> {
  return { error: `${name} ${warningText(error)}`, errorDetail: warningRecord(error) }
}

export function memoryRecord(memory: MeasuredMemory): MemoryRecord {
  return { ...memory, ...wordedMissing(memory) }
}

export function callsRecord({ budget, ...calls }: MeasuredCalls): CallsRecord {
  return {
    ...calls,
    ...wordedMissing(calls),
    ...(budget === undefined ? {} : { budget: { ...budget, ...wordedMissing(budget) } }),
  }
}

function wordedMissing({ missing }: Pick<Unworded<MemoryRecord>, 'missing'>) {
  const reasons = Object.entries(missing)
  return {
    missing: Object.fromEntries(reasons.map(([field, reason]) => [field, warningText(reason)])),
    missingDetails: Object.fromEntries(reasons.map(([field, reason]) => [field, warningRecord(reason)])),
  }
}
