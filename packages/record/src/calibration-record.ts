import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './files/write-whole.ts'
import type { EnvironmentRecord, EstimateRecord, WorkKind } from './record.ts'

export const CALIBRATION_SCHEMA = 'steelyard/visit@1'

/** What the doctor found on one machine. Times in nanoseconds, shares and differences as fractions. */
export interface CalibrationRecord {
  readonly schema: typeof CALIBRATION_SCHEMA
  readonly visitedAt: string
  readonly steelyard: { readonly version: string; readonly commit: string | null }
  readonly environment: EnvironmentRecord
  readonly seed: number
  readonly seconds: number
  /** One-minute load average before the calibration. */
  readonly load: number
  /** Share of stolen time of all cores during the calibration; null where the platform does not report it. */
  readonly stolenShare: number | null
  readonly targets: readonly CalibratedTarget[]
  readonly bias: BiasRecord
  readonly parts: readonly { readonly name: string; readonly seconds: number }[]
  /** How often cores stood still while nothing was measured on them. */
  readonly stalls: readonly CoreStallsRecord[]
}

/** What a meter saw of one core that was kept busy. Nanoseconds. */
export interface CoreStallsRecord {
  readonly core: number
  /** Kind of the meter; null where there was none. */
  readonly meter: 'fifo' | 'ordinary' | null
  /** Why there was none. */
  readonly why: string | null
  readonly watchedNs: number
  readonly lostNs: number
  readonly count: number
  /** Median length of a pause; null without one. */
  readonly p50Ns: number | null
  readonly p90Ns: number | null
  readonly p99Ns: number | null
  readonly longestNs: number | null
  /** Shorter pauses are not seen. */
  readonly thresholdNs: number | null
  /** What the kernel says that the hypervisor took meanwhile; null where it does not tell. */
  readonly stolenNs: number | null
  /** What used the other hardware thread of the core meanwhile; null where it could not be read. */
  readonly sharing: {
    /** At how many moments it was looked at. */
    readonly glances: number
    /** The share of them that saw it used. */
    readonly usedShare: number
    /** Time of code that fills the core ÷ its time where the other thread is idle, on average. */
    readonly slowdown: number
  } | null
}

export interface CalibratedTarget {
  readonly id: string
  readonly clockResolutionNs: number
  /** Wall and CPU time of a message without work. */
  readonly channelCostNs: number
  readonly channelCpuNs: number | null
  /** Share of the time of the launches that went into timed batches. */
  readonly duty: number
  readonly equals: readonly AaRecord[]
  readonly lengths: readonly LengthsRecord[]
}

/** A case compared with itself. */
export interface AaRecord {
  readonly case: string
  readonly ratio: EstimateRecord
  /** Standard deviations in log: of whole launches; beyond what their rounds explain; of a round in its launch. */
  readonly launchSd: number
  readonly betweenSd: number
  readonly withinSdPerRound: number
  readonly roundsPerLaunch: number
  /** The smallest difference a verdict finds with 95 % power; null where the time has too few launches. */
  readonly smallestDifferences: readonly { readonly seconds: number; readonly difference: number | null }[]
}

/** Two cases, measured in batches of the usual length T and in batches of 2 T. */
export interface LengthsRecord {
  readonly baseCase: string
  readonly headCase: string
  readonly once: EstimateRecord
  readonly twice: EstimateRecord
  /** once ÷ twice: the overhead of a batch makes it differ from 1, by half of the bias. */
  readonly apart: EstimateRecord
}

export interface BiasRecord {
  /** β: what comparisons on this machine are widened by where their kind of work is not known; the largest of all. */
  readonly allowance: number
  /** Equals over all targets and cases. */
  readonly equalsRatio: number
  readonly equalsBound: number
  readonly launches: number
  /** Where equals differ beyond chance, or T and 2 T beyond their intervals: target and case. */
  readonly differing: readonly string[]
  /** The allowance of each kind of work that had enough launches. */
  readonly kinds: readonly KindBiasRecord[]
}

/** β of one kind of work: that of comparisons of which both sides are of it. */
export interface KindBiasRecord
  extends Pick<BiasRecord, 'allowance' | 'equalsRatio' | 'equalsBound' | 'launches'> {
  readonly kind: WorkKind
}

type MachineIdentity = Pick<
  EnvironmentRecord,
  'installationId' | 'cpuId' | 'cpuModel' | 'cpu' | 'kernel' | 'cores' | 'affinity'
>

/** Returns the file of an installation's calibration on one CPU, kernel, cores and affinity: an installation may move. */
function calibrationFile(
  folder: string,
  { installationId, cpuId, cpuModel, cpu, kernel, cores, affinity }: MachineIdentity,
): string {
  const identity = cpu ? [cpu.vendor, cpu.family, cpu.model, cpu.stepping] : []
  const facts = [installationId, cpuId, cpuModel, kernel, cores, affinity, ...identity]
  return join(folder, `${hash('sha256', JSON.stringify(facts)).slice(0, 16)}.json`)
}

/**
 * Returns the last calibration of this machine; null when there is none that can be read. A machine without an id of its
 * installation has none of its own.
 */
export async function readCalibration(
  folder: string,
  environment: MachineIdentity,
): Promise<CalibrationRecord | null> {
  try {
    const text = await readFile(calibrationFile(folder, environment), 'utf8')
    const calibration = JSON.parse(text) as CalibrationRecord
    return calibration.schema === CALIBRATION_SCHEMA && calibration.bias.allowance >= 0 ? calibration : null
  } catch {
    return null
  }
}

/** Keeps a calibration and returns its file; throws where it cannot be kept, or the machine has no id. */
export async function writeCalibration(folder: string, calibration: CalibrationRecord): Promise<string> {
  if (!calibration.environment.installationId) {
    throw new Error(
      'Cannot keep the calibration: the id that tells this machine from others cannot be kept. Set XDG_STATE_HOME to a folder that can be written.',
    )
  }
  const file = calibrationFile(folder, calibration.environment)
  try {
    await writeWhole(file, `${JSON.stringify(calibration, null, 2)}\n`)
  } catch (cause) {
    throw new Error(
      `Cannot keep the calibration in ${file}: ${(cause as Error).message}. Set XDG_CACHE_HOME to a folder that can be written.`,
      { cause },
    )
  }
  return file
}
