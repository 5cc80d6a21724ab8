import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { type CLibrary, cLibrary } from './c-library.ts'
import { hypervisorByCpu } from './hypervisor.ts'
import { installationId } from './installation-id.ts'
import { linuxDetails, type MachineDetails } from './machine-details.ts'
import { coreTicks, cpuGovernor, isVirtual } from './proc.ts'

/** Facts about the machine; null where the platform does not report them. */
export interface MachineFacts extends MachineDetails {
  readonly os: string
  readonly kernel: string
  readonly cpuModel: string
  readonly cores: number
  readonly memoryBytes: number
  readonly governor: string | null
  readonly virtualized: boolean | null
  readonly cLibrary: CLibrary | null
  /** Random, and kept by the user; null where it cannot be kept. */
  readonly installationId: string | null
  /** One-minute load average when asked. */
  readonly load: number
}

/** Reads the facts about this machine that affect a measurement. */
export async function machineFacts(): Promise<MachineFacts> {
  const cpus = os.cpus()
  const details = linuxDetails()
  const virtualized = isVirtual()
  return {
    os: await osName(),
    kernel: `${os.type()} ${os.release()}`,
    cpuModel: cpus[0]?.model.trim() ?? 'unknown',
    ...details,
    hypervisor: details.hypervisor ?? (virtualized === true ? await hypervisorByCpu() : null),
    cores: cpus.length,
    memoryBytes: os.totalmem(),
    governor: cpuGovernor(),
    virtualized,
    cLibrary: await cLibrary(),
    installationId: await installationId(),
    load: os.loadavg()[0] ?? 0,
  }
}

async function osName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? os.type()
}

/**
 * Begins to watch stolen time. The returned function gives its share of the time of all cores since then; null where the
 * platform does not report it.
 */
export function stolenShareSince(): () => number | null {
  const before = coreTicks()
  return () => {
    const after = coreTicks()
    if (before === null || after === null || after.all <= before.all) return null
    return (after.stolen - before.stolen) / (after.all - before.all)
  }
}
