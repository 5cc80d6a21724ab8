import { plainCommand } from '../flags.ts'
import { JSC, jscOptionValue } from '../jsc.ts'
import { shellRunner } from '../shells/shell.ts'

const OPTION = /^(?:--)?([A-Za-z]\w*=.*)$/s

/** An option of the engine may be written as for Bun, `useFTLJIT=0`. */
function withDashes(flags: readonly string[]): string[] {
  return flags.map(flag => flag.replace(OPTION, '--$1'))
}

export const jsc = shellRunner({
  name: 'jsc',
  ...JSC,
  // Resolution of preciseTime, seconds since 1970 in a double.
  declaredResolutionNs: 240,
  builtFiles: ['jsc', 'bin/jsc', 'WebKitBuild/Release/bin/jsc', 'WebKitBuild/JSCOnly/Release/bin/jsc'],
  // It prints no version. Only jsc has this function.
  versionArgs: ['-e', 'if (typeof preciseTime === "function") print("jsc")'],
  parseVersion: stdout => (/^jsc\s*$/.test(stdout) ? { version: 'unknown', engineVersion: null } : null),
  engineLibrary: /^libjavascriptcoregtk-[\d.]+\.so|^libJavaScriptCore\.so/,
  isFlag: word => word.startsWith('-') || OPTION.test(word),
  flagList: {
    commands: () => [plainCommand('--help'), plainCommand('--options')],
    // Both forms that an option may be written in.
    flagsOf(line) {
      const option = /^ {3}(\w+)=/.exec(line)?.[1]
      const word = /^ {2}(--?[\w-]+)/.exec(line)?.[1]
      return option === undefined ? (word === undefined ? null : [word]) : [`${option}=`, `--${option}=`]
    },
    // jsc prints that an option is invalid and goes on.
    ignoresUnknown: () => true,
  },
  flagValues: {
    command: ({ flags, environment }) => ({
      args: [...withDashes(flags), '--dumpOptions=2', '-e', '0'],
      environment,
    }),
    valueOf: jscOptionValue('--'),
  },
  standalone: { now: '() => preciseTime() * 1000', print: 'line => print(line)' },
  words: (flags, file, ...args) => [...withDashes(flags), file, ...(args.length > 0 ? ['--', ...args] : [])],
})
