import { execFile } from 'node:child_process'

/**
 * Hypervisors by the name that the firmware reports. Other fields are not read: a product may be named after its owner.
 */
const BY_FIRMWARE: readonly (readonly [RegExp, string])[] = [
  [/^Amazon EC2\n/, 'Amazon EC2'],
  [/^Google\nGoogle Compute Engine$/, 'Google Compute Engine'],
  [/^Microsoft Corporation\nVirtual Machine$/, 'Hyper-V'],
  [/^VMware\b/, 'VMware'],
  [/^innotek GmbH\nVirtualBox$/, 'VirtualBox'],
  [/^Xen\n/, 'Xen'],
  [/^Parallels\b/, 'Parallels'],
  [/^Apple Inc\.\nApple Virtualization Generic Platform$/, 'Apple Virtualization'],
  [/^Alibaba Cloud\n/, 'Alibaba Cloud'],
  [/^DigitalOcean\n/, 'DigitalOcean'],
  [/^Hetzner\n/, 'Hetzner'],
  [/^OpenStack Foundation\n/, 'OpenStack'],
  [/^QEMU\n|\nKVM$/, 'KVM'],
]

/** Clocks that only a guest has. */
const BY_CLOCK: readonly (readonly [RegExp, string])[] = [
  [/^kvm-clock$/, 'KVM'],
  [/^hyperv_/, 'Hyper-V'],
  [/^xen$/, 'Xen'],
]

/** Bare instances of these clouds have the same firmware vendor. */
const BARE = /\.metal\b|\bmetal-/

/**
 * Returns which hypervisor the machine is a guest of; null where there is none, or none that tells.
 *
 * @param text reads a file below `/`
 */
export function hypervisorName(text: (file: string) => string | null): string | null {
  const product = text('sys/class/dmi/id/product_name') ?? ''
  const firmware = `${text('sys/class/dmi/id/sys_vendor') ?? ''}\n${product}`
  const type = text('sys/hypervisor/type')
  if (BARE.test(product)) return null
  return (
    nameIn(BY_FIRMWARE, firmware) ??
    (type === 'xen' ? 'Xen' : type === 'kvm' ? 'KVM' : null) ??
    nameIn(BY_CLOCK, text('sys/devices/system/clocksource/clocksource0/current_clocksource') ?? '')
  )
}

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** What util-linux calls them, of those that can run this program. */
const BY_CPU = /^Hypervisor vendor: *(KVM|Xen|Microsoft|VMware|QEMU|Parallels|Oracle|bhyve|QNX|ACRN)$/m

/** Returns what the CPU itself says of its hypervisor, which no file does; null without util-linux. */
export function hypervisorByCpu(): Promise<string | null> {
  return new Promise(resolve => {
    execFile('lscpu', { env: { ...process.env, LC_ALL: 'C' } }, (_, stdout) => resolve(vendorIn(stdout)))
  })
}

export function vendorIn(lscpu: string): string | null {
  const [, vendor = null] = BY_CPU.exec(lscpu) ?? []
  return vendor === 'Microsoft' ? 'Hyper-V' : vendor
}
