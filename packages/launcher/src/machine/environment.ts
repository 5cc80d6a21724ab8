import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { type CpuIdentity, cpuIdentity } from './cpu-identity.ts'
import { coreTicks, cpuGovernor, cpuinfo, isVirtual } from './proc.ts'

/** Facts about the machine; null where the platform does not report them. */
export interface MachineFacts {
  readonly os: string
  readonly kernel: string
  readonly cpuModel: string
  readonly cpu: CpuIdentity | null
  readonly cores: number
  readonly memoryBytes: number
  readonly governor: string | null
  readonly virtualized: boolean | null
  /** One-minute load average when asked. */
  readonly load: number
}

/** Reads the facts about this machine that affect a measurement. */
export async function machineFacts(): Promise<MachineFacts> {
  const cpus = os.cpus()
  return {
    os: await osName(),
    kernel: `${os.type()} ${os.release()}`,
    cpuModel: cpus[0]?.model.trim() ?? 'unknown',
    cpu: cpuIdentity(cpuinfo() ?? ''),
    cores: cpus.length,
    memoryBytes: os.totalmem(),
    governor: cpuGovernor(),
    virtualized: isVirtual(),
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
