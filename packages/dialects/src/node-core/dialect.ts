import type { Dialect } from '../dialect.ts'

const COMMON = /(?:^|\/)common(?:\.js)?$/

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm
const SENDS_LOAD = /\.http\s*\(\s*[{\w]/
const SERVES = /\bcommon\s*\.\s*PORT\b|\{[^{}]*\bPORT\b[^{}]*\}\s*=\s*(?:common\b|require\()/
const ENDS_AT_EXIT = /\bprocess\s*\.\s*(?:on|once)\s*\(\s*['"](?:exit|beforeExit)['"][^;]*\bend\s*\(/

export const nodeCore: Dialect = {
  name: 'node-core',
  title: "Node core's createBenchmark",
  isUsedBy: ({ imports, text }) =>
    imports.some(path => COMMON.test(path)) && /\bcreateBenchmark\b/.test(text),
  unsupported({ text }) {
    const code = text.replace(COMMENT, '')
    if (SENDS_LOAD.test(code)) return 'it sends load to a server (bench.http)'
    if (SERVES.test(code)) return 'it starts a server (common.PORT)'
    if (ENDS_AT_EXIT.test(code)) return "it ends its clock when its process exits (process.on('exit'))"
    return null
  },
  shims: [{ imports: COMMON, module: new URL('shim.ts', import.meta.url), isPartial: true }],
}
