import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import type { EnvironmentRecord } from '@steelyard/record'
import { installationId } from './installation-id.ts'
import { linuxDetails } from './machine-details.ts'
import { coreTicks, isVirtual, systemText } from './proc.ts'

/** Facts about the machine; null where the platform does not report them. */
export interface MachineFacts extends Omit<EnvironmentRecord, 'affinity' | 'warnings'> {
  readonly cores: number
  readonly memoryBytes: number
  /** One-minute load average when asked. */
  readonly load: number
}

export async function machineFacts(): Promise<MachineFacts> {
  const cpus = os.cpus()
  const isGuest = isVirtual()
  const hypervisor = isGuest === false ? null : await hypervisorName()
  return {
    os: await osName(),
    kernel: `${os.type()} ${os.release()}`,
    cpuModel: cpus[0]?.model.trim() ?? 'unknown',
    ...linuxDetails(),
    cores: cpus.length,
    memoryBytes: os.totalmem(),
    governor: systemText('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
    virtualized: isGuest ?? (hypervisor === null ? null : true),
    hypervisor,
    cLibrary: cLibrary(),
    installationId: await installationId(),
    load: os.loadavg()[0] ?? 0,
  }
}

async function osName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? os.type()
}

/** What util-linux calls them, of those that can run this program: no other text of a machine is taken. */
const HYPERVISOR = /^Hypervisor vendor: *(KVM|Xen|Microsoft|VMware|QEMU|Parallels|Oracle|bhyve|QNX|ACRN)$/m

/** Returns which hypervisor the machine is a guest of; null without util-linux, and for one that does not tell. */
function hypervisorName(): Promise<string | null> {
  return new Promise(resolve => {
    execFile('lscpu', { env: { ...process.env, LC_ALL: 'C' } }, (_, stdout) => resolve(vendorIn(stdout)))
  })
}

export function vendorIn(lscpu: string): string | null {
  const [, vendor = null] = HYPERVISOR.exec(lscpu) ?? []
  return vendor === 'Microsoft' ? 'Hyper-V' : vendor
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

type CLibrary = NonNullable<EnvironmentRecord['cLibrary']>

/** Returns the C library that this process runs on; null where it does not tell, as on macOS. */
export function cLibrary(): CLibrary | null {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  // The report would ask for the name of every address that a socket is connected to.
  report.excludeNetwork = true
  return glibcIn((report.getReport() as { readonly header?: unknown }).header)
}

/** Only the version is read from Node's report: its header has the name of the host too. */
export function glibcIn(header: unknown): CLibrary | null {
  const { glibcVersionRuntime: version } = (header ?? {}) as { readonly glibcVersionRuntime?: unknown }
  return typeof version === 'string' && /^\d[\d.]*$/.test(version) ? { name: 'glibc', version } : null
}
