import { versionBy } from '../build-facts.ts'
import { flagged } from '../command.ts'
import { V8_VALUES, v8FlagValue } from '../flags.ts'
import { shellRunner } from '../shells/shell.ts'
import { V8 } from '../v8.ts'

export const d8 = shellRunner({
  name: 'd8',
  ...V8,
  // Microseconds.
  declaredResolutionNs: 1000,
  builtFiles: ['d8', 'out/x64.release/d8', 'out.gn/x64.release/d8', 'out/Release/d8'],
  // Only d8 has an object of its name.
  versionArgs: ['-e', 'if (typeof d8 === "object") print("d8 " + version())'],
  parseVersion: versionBy(/^d8 (\d+\.\d+\.\S+)/),
  flagList: {
    // d8 warns of an unknown flag and goes on.
    ignoresUnknown: () => true,
  },
  flagValues: {
    command: target => flagged(target, V8_VALUES, '-e', '0'),
    valueOf: v8FlagValue,
  },
  standalone: {},
  words: (flags, file, ...args) => [...flags, file, ...(args.length > 0 ? ['--', ...args] : [])],
})
