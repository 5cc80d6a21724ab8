import type { EngineLog } from './engine-log.ts'
import type { FlagValues } from './flags.ts'
import { jscHeapTrace } from './heap-trace.ts'
import type { Runner } from './runner.ts'

const TIERS: Readonly<Record<string, string>> = {
  'Baseline JIT code': 'Baseline',
  'DFG JIT code': 'DFG',
  'FTL B3 code': 'FTL',
}

/** `poly#DTp66S:[0x4874->0x3a0->0xf00, DFGFunctionCall, 15 (StrictMode)]`: its size is that of its bytecode. */
const FUNCTION = '(.*?)#\\w+:\\[[^\\]]*?, \\w+, (\\d+)[^\\]]*\\]'
const GENERATED = new RegExp(
  `^Generated JIT code for (Baseline JIT code|DFG JIT code|FTL B3 code) for ${FUNCTION}: \\[(0x[0-9a-f]+), 0x[0-9a-f]+\\) (\\d+) bytes`,
)
const LEFT = new RegExp(`^Speculation failure in ${FUNCTION} @ exit #\\d+ \\(bc#(\\d+), (\\w+)\\)`)

/** Writes on standard error. It names no file and no line, and says nothing of compilations that have not ended. */
export const jscLog: EngineLog = {
  flags: () => ['logJIT=1', 'printEachOSRExit=1'],
  files: [],
  firstTier: 'LLInt',
  optimisingTiers: ['DFG', 'FTL'],
  lacks: ['positions', 'unfinished'],
  eventOf(line) {
    const [, code = '', name = '', size, address, bytes] = GENERATED.exec(line) ?? []
    const tier = TIERS[code]
    if (tier !== undefined) {
      return {
        kind: 'code',
        of: { name, url: null, line: null, column: null },
        tier,
        isLoop: false,
        bytes: Number(bytes),
        bytecodeBytes: Number(size),
        address: Number(address),
      }
    }
    const [, functionName, , at, reason] = LEFT.exec(line) ?? []
    if (functionName === undefined || reason === undefined) return null
    return { kind: 'left', functionName, reason: `${reason} at bytecode ${at}`, at: null, address: null }
  },
}

/** The engine of jsc and of Bun. */
export const JSC = {
  engineName: 'jsc',
  engineLog: jscLog,
  heapTrace: jscHeapTrace,
} as const satisfies Partial<Runner>

/** Returns what reads an option, with the prefix that it has in a target, and its value from JavaScriptCore's list. */
export function jscOptionValue(prefix: string): FlagValues['valueOf'] {
  return line => {
    // A value that is not the default is followed by the default.
    const [, name, value] = /^ {3}(\w+)=(.*?)(?: \(default: .*\))?$/.exec(line) ?? []
    return name === undefined || value === undefined ? null : [`${prefix}${name}=`, value]
  }
}
