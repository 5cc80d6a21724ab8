import { mkdir, writeFile } from 'node:fs/promises'
import { endWithin, startChild } from '../process/child.ts'
import { cleanEnvironment } from '../process/clean-environment.ts'
import type { Target } from './resolve-target.ts'

const LIST_LIMIT_MS = 10_000

/**
 * Returns the flags that a binary lists, without values and as a target gives them; empty when it lists none.
 *
 * @param folder home of the binary, and the files that it needs
 */
export async function knownFlags({ runner, binary }: Target, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const flags = new Set<string>()
  for (const { args, environment, files } of runner.flagList.commands(folder)) {
    for (const [file, text] of Object.entries(files ?? {})) await writeFile(file, text)
    const child = startChild({
      file: binary,
      args,
      environment: { ...cleanEnvironment(folder), ...environment },
      directory: folder,
      onLine(line) {
        for (const flag of runner.flagList.flagsOf(line) ?? []) flags.add(flag)
      },
    })
    await endWithin(child, LIST_LIMIT_MS)
  }
  return [...flags]
}

/** Whether a flag of a target is among those a binary knows, whatever its value; `--no-x` and `--nox` turn off `--x`. */
export function isKnownFlag(flag: string, known: readonly string[]): boolean {
  const names = new Set(known.map(nameOf))
  const name = nameOf(flag)
  return names.has(name) || (/^no/.test(name) && names.has(name.replace(/^no-?/, '')))
}

/** V8 takes `_` for `-`. */
function nameOf(flag: string): string {
  return flag.replace(/=.*$/s, '').replace(/^-+/, '').replaceAll('_', '-')
}
