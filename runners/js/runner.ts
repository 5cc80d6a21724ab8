import { indentedFlags, plainCommand } from '../flag-list.ts'
import { shellRunner } from '../shells/shell.ts'

export const js = shellRunner({
  name: 'js',
  engineName: 'spidermonkey',
  // Microseconds.
  declaredResolutionNs: 970,
  builtFiles: ['js', 'dist/bin/js', 'obj/dist/bin/js'],
  versionArgs: ['--version'],
  parseVersion(stdout) {
    const version = /^JavaScript-C(\d+(?:\.\d+)*\S*)\s*$/.exec(stdout)?.[1]
    return version === undefined ? null : { version, engineVersion: version }
  },
  flagList: {
    commands: () => [plainCommand('--help')],
    flagsOf: indentedFlags,
    ignoresUnknown: () => false,
  },
  standalone: { print: 'line => print(line)' },
  words: (flags, file, ...args) => [...flags, file, ...args],
})
