import { versionBy } from '../build-facts.ts'
import { indentedFlags } from '../flags.ts'
import { shellRunner } from '../shells/shell.ts'

export const qjs = shellRunner({
  name: 'qjs',
  engineName: 'quickjs',
  // Nanoseconds, and a reading takes about a hundred.
  declaredResolutionNs: 100,
  builtFiles: ['qjs', 'build/qjs'],
  versionArgs: ['--help'],
  // With which QuickJS ends after its help; QuickJS-ng ends with 0.
  versionExitCode: 1,
  parseVersion: versionBy(/^QuickJS(?:-ng)? version (\S+)/),
  flagList: {
    flagsOf: line => /^\s*(?:-\w,?\s+)?(--[\w-]+)/.exec(line)?.slice(1) ?? indentedFlags(line),
  },
  standalone: {
    // In QuickJS-ng os.now counts microseconds; older builds of QuickJS have no performance.
    now: '() => (typeof performance === "object" ? performance : os).now()',
    print: 'line => { print(line); std.out.flush() }',
  },
  // QuickJS has its modules of files and clocks as global objects.
  words: (flags, file, ...args) => [...flags, '--std', file, ...args],
})
