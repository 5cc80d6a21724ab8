import { versionBy } from '../build-facts.ts'
import { shellRunner } from '../shells/shell.ts'

export const js = shellRunner({
  name: 'js',
  engineName: 'spidermonkey',
  // Microseconds.
  declaredResolutionNs: 970,
  builtFiles: ['js', 'dist/bin/js', 'obj/dist/bin/js'],
  versionArgs: ['--version'],
  parseVersion: versionBy(/^JavaScript-C(\d+(?:\.\d+)*\S*)\s*$/),
  standalone: { print: 'line => print(line)' },
  words: (flags, file, ...args) => [...flags, file, ...args],
})
