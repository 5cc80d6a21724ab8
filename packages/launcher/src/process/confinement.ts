import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findExecutable } from '../machine/executables.ts'
import type { Target } from '../targets/resolve-target.ts'
import { startChild } from './child.ts'
import { cleanStart } from './clean-environment.ts'

/** What a confined contender may reach besides its own files. */
export interface Confinement {
  readonly hasNetwork: boolean
}

/** Libraries, and devices that hold nothing. */
const SHOWN = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/libexec/coreutils', '/etc/ld.so.cache'],
  ...['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'],
]

/** How names become addresses, and whom to trust. */
const SHOWN_FOR_NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl']

/**
 * Makes a root folder in memory that shows the given paths, read-only but for the first, and runs the command in it without
 * any privilege. Its arguments: the root, chroot, setpriv, paths, --, the command.
 */
const SCRIPT = `
root=$1 chroot=$2 setpriv=$3 own=$4
shift 3
mount -t tmpfs -o mode=755,size=1m none "$root" || exit
show() {
  [ ! -e "$root$1" ] || return 0
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}" && : > "$root$1"; fi
  mount --rbind "$1" "$root$1" || exit
  [ "$1" = "$own" ] || mount -o remount,bind,ro "$root$1" 2> "$root/fault" ||
    mount -o remount,bind,ro,nosuid,nodev "$root$1" || exit
}
while [ "$1" != -- ]; do
  [ ! -e "$1" ] || show "$1"
  shift
done
shift
mkdir -p "$root/proc" && mount -t proc none "$root/proc" || exit
show "$setpriv"
mount -o remount,ro "$root" || exit
exec "$chroot" "$root" "$setpriv" --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`

/**
 * Returns the words that start a program in its own namespaces: it sees these files, no process and, if not asked, no network.
 *
 * @param directory its own folder, in which it may write
 */
function confiningWords(directory: string, files: readonly string[], { hasNetwork }: Confinement) {
  const root = join(directory, 'root')
  mkdirSync(root, { recursive: true })
  const program = (name: string) => findExecutable(name) ?? `/usr/sbin/${name}`
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--ipc']
  if (!hasNetwork) namespaces.push('--net')
  return [
    ...[program('unshare'), ...namespaces, '--fork', '--kill-child', '--'],
    ...['sh', '-c', SCRIPT, 'sh', root, program('chroot'), program('setpriv')],
    ...[directory, ...files, ...SHOWN, ...(hasNetwork ? SHOWN_FOR_NETWORK : []), '--'],
  ]
}

/** Returns the words before the command of a confined contender; none for workerd, whose programs reach nothing by themselves. */
export function confinementPrefix(
  { runner, binary }: Target,
  directory: string,
  files: readonly string[],
  confinement: Confinement | undefined,
): readonly string[] {
  if (confinement === undefined || runner.channel === 'websocket') return []
  // The library and the tables of an engine's shell lie in its folder.
  const isShell = Object.keys(runner.packages).length === 0 && !binary.startsWith('/usr/')
  return confiningWords(directory, [isShell ? dirname(binary) : binary, ...files], confinement)
}

/** Returns why contenders cannot be confined here; null where they can. */
export async function confinementFault(directory: string): Promise<string | null> {
  return prefixFault(confiningWords(directory, [process.execPath], { hasNetwork: false }), directory)
}

/** Returns the words that start a program in an empty network namespace; empty where the platform has none or refuses. */
export async function withoutNetwork(directory: string): Promise<readonly string[]> {
  const unshare = process.platform === 'linux' ? findExecutable('unshare') : null
  if (unshare === null) return []
  const prefix = [unshare, '--map-root-user', '--net', '--']
  return (await prefixFault(prefix, directory)) === null ? prefix : []
}

/** Returns why no program starts after these words; null where one does. */
async function prefixFault(prefix: readonly string[], directory: string): Promise<string | null> {
  const trial = startChild({ ...cleanStart(process.execPath, { args: ['--version'] }, directory), prefix })
  const { code, error } = await trial.exited
  return code === 0 ? null : (error?.message ?? trial.output().split('\n', 1)[0] ?? '')
}
