import type { EngineLog, EngineLogEvent, LoggedFunction } from './engine-log.ts'

const LOG = 'v8.log'
const TRACES = 'code-traces'

const TIERS: Readonly<Record<string, string>> = {
  '~': 'Ignition',
  '^': 'Sparkplug',
  '+': 'Maglev',
  '*': 'Turbofan',
}

const STATES: Readonly<Record<string, string>> = {
  1: 'monomorphic',
  P: 'polymorphic',
  N: 'megamorphic',
  G: 'generic',
}

/** In V8's log; commas in values are written as escapes. */
const FUNCTION = /^(.*?) ?((?:\S+:\/\/)?\S+?):(\d+):(\d+)$/
const POSITION = /^<(.*):(\d+):(\d+)>/
const COMPILATION =
  /^\[(compiling method|completed compiling|completed optimizing) \S+ <JSFunction (?:(.+?) )?\(sfi = .*?\(target (\w+)\)/

/** V8 writes its log and the traces of its compilers into two files. Times within them are not used. */
export const v8Log: EngineLog = {
  flags: (folder, detailed) => [
    '--no-logfile-per-isolate',
    `--logfile=${folder}/${LOG}`,
    '--log-code',
    '--log-deopt',
    ...(detailed ? ['--log-ic'] : []),
    '--trace-opt',
    '--redirect-code-traces',
    `--redirect-code-traces-to=${folder}/${TRACES}`,
  ],
  files: [LOG, TRACES],
  firstTier: 'Ignition',
  optimisingTiers: ['Maglev', 'Turbofan'],
  lacks: [],
  eventOf(line) {
    if (line.startsWith('[')) return compilation(line)
    const fields = line.split(',')
    const [event = ''] = fields
    if (event === 'code-creation') return codeEvent(fields)
    if (event === 'code-deopt') return leftEvent(fields)
    return event.endsWith('IC') ? cacheEvent(fields) : null
  },
}

/** `code-creation,JS,12,277618,0x7f7b9a003e80,328,poly file:///t.mjs:1:14,0x32a48d85fb28,+'`. */
function codeEvent(fields: readonly string[]): EngineLogEvent | null {
  const [, , , , address = '', size, name = '', , mark] = fields
  const tier = TIERS[mark?.replace(/[o']/g, '') ?? '']
  if (mark === undefined || tier === undefined) return null
  const bytes = Number(size)
  return {
    kind: 'code',
    of: functionOf(name),
    tier,
    bytes,
    address: Number(address),
    isLoop: mark.includes('o'),
    bytecodeBytes: tier === 'Ignition' ? bytes : null,
  }
}

function functionOf(text: string): LoggedFunction {
  const [, name = '', url, line, column] = FUNCTION.exec(unescaped(text)) ?? []
  if (url === undefined) return { name: unescaped(text), url: null, line: null, column: null }
  return { name, url, line: Number(line) - 1, column: Number(column) - 1 }
}

/** `code-deopt,281567,1280,0x7f7b9a004f40,-1,209,deopt-eager,<file:///t.mjs:6:14>,Insufficient type feedback for call`. */
function leftEvent(fields: readonly string[]): EngineLogEvent | null {
  const reason = unescaped(fields[8] ?? '')
  // Leaving a loop for faster code of the same loop is no deoptimisation.
  if (reason === '' || reason.includes('on stack replacement')) return null
  const [, url, line, column] = POSITION.exec(unescaped(fields[7] ?? '')) ?? []
  const at = url === undefined ? null : { url, line: Number(line) - 1, column: Number(column) - 1 }
  return { kind: 'left', functionName: null, reason, at, address: Number(fields[3]) }
}

/** `LoadIC,0x7433ed300ba,276177,2,41,0,1,0x18955393c6c9,next,,`: place of the code, time, line, column, old and new state. */
function cacheEvent(fields: readonly string[]): EngineLogEvent | null {
  const [, address, , line, column, , mark = '', , key = ''] = fields
  const state = STATES[mark]
  if (state === undefined || column === undefined) return null
  return {
    kind: 'cache',
    state,
    // `symbol("Symbol.iterator" hash 19d909b0)`: the hash is another one in each process.
    key: unescaped(key).replace(/ hash \w+\)$/, ')'),
    address: Number(address),
    line: Number(line) - 1,
    column: Number(column) - 1,
  }
}

function compilation(line: string): EngineLogEvent | null {
  const [, what, functionName = '', target = ''] = COMPILATION.exec(line) ?? []
  if (what === undefined || what === 'completed optimizing') return null
  const name = target.replace(/_JS$/, '').toLowerCase()
  return {
    kind: what === 'compiling method' ? 'begun' : 'ended',
    functionName,
    tier: name.charAt(0).toUpperCase() + name.slice(1),
  }
}

function unescaped(text: string): string {
  return text.replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/gi, (_, two: string, four: string) =>
    String.fromCharCode(Number.parseInt(two ?? four, 16)),
  )
}
