import type { FlagValues } from './flag-values.ts'
import { jscHeapTrace } from './heap-trace.ts'
import { jscLog } from './jsc-log.ts'
import type { Runner } from './runner.ts'

/** The engine of jsc and of Bun. */
export const JSC = {
  engineName: 'jsc',
  engineLog: jscLog,
  heapTrace: jscHeapTrace,
} as const satisfies Partial<Runner>

/**
 * Returns what reads an option and its value from JavaScriptCore's list.
 *
 * @param prefix stands before the option in a target
 */
export function jscOptionValue(prefix: string): FlagValues['valueOf'] {
  return line => {
    // A value that is not the default is followed by the default.
    const [, name, value] = /^ {3}(\w+)=(.*?)(?: \(default: .*\))?$/.exec(line) ?? []
    return name === undefined || value === undefined ? null : [`${prefix}${name}=`, value]
  }
}
