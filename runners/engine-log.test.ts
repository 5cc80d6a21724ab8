import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jscLog } from './jsc.ts'
import { v8Log } from './v8-log.ts'

const POLY = { name: 'poly', url: 'file:///tmp/t.mjs', line: 0, column: 13 }

test('v8Log reads the tier, the size and the place of code', () => {
  const read = (mark: string, name = 'poly file:///tmp/t.mjs:1:14') =>
    v8Log.eventOf(`code-creation,JS,12,277618,0x7f7b9a003e80,328,${name},0x32a48d85fb28,${mark}`)
  const code = { kind: 'code', of: POLY, isLoop: false, bytes: 328, address: 0x7f7b9a003e80 }
  assert.deepEqual(read('~'), { ...code, tier: 'Ignition', bytecodeBytes: 328 })
  assert.deepEqual(read('^'), { ...code, tier: 'Sparkplug', bytecodeBytes: null })
  assert.deepEqual(read("+'"), { ...code, tier: 'Maglev', bytecodeBytes: null })
  assert.deepEqual(read('o*'), { ...code, tier: 'Turbofan', isLoop: true, bytecodeBytes: null })
  assert.deepEqual(read('*', ' bundle.mjs:1:14'), {
    ...{ ...code, tier: 'Turbofan', bytecodeBytes: null },
    of: { ...POLY, name: '', url: 'bundle.mjs' },
  })
  assert.deepEqual(read('*', 'a\\x2cb'), {
    ...{ ...code, tier: 'Turbofan', bytecodeBytes: null },
    of: { name: 'a,b', url: null, line: null, column: null },
  })
  assert.equal(v8Log.eventOf('code-creation,Builtin,2,1,0x1,8,Abort'), null)
})

test('v8Log reads why optimised code was left, and where', () => {
  const line = (reason: string) =>
    `code-deopt,281567,1280,0x7f7b9a004f40,-1,209,deopt-eager,<file:///t.mjs:6:14>,${reason}`
  assert.deepEqual(v8Log.eventOf(line('not a Smi')), {
    ...{ kind: 'left', functionName: null, reason: 'not a Smi' },
    at: { url: 'file:///t.mjs', line: 5, column: 13 },
    address: 0x7f7b9a004f40,
  })
  assert.equal(v8Log.eventOf(line('prepare for on stack replacement (OSR)')), null)
})

test('v8Log reads states of inline caches, and compilations that begin and end', () => {
  assert.deepEqual(v8Log.eventOf('LoadIC,0x7433ed300bf,276181,2,41,1,P,0x1a919aef1db9,next,,'), {
    ...{ kind: 'cache', state: 'polymorphic', key: 'next' },
    ...{ address: 0x7433ed300bf, line: 1, column: 40 },
  })
  const symbol = v8Log.eventOf('LoadIC,0x1,2,2,41,0,1,0x0,symbol("a" hash 19d909b0),,')
  assert.equal(symbol?.kind === 'cache' && symbol.key, 'symbol("a")')
  assert.equal(v8Log.eventOf('LoadIC,0x1,2,2,41,X,X,0x0,next,,'), null)
  const of = '0x05bc <JSFunction work (sfi = 0xf378)> (target TURBOFAN_JS)'
  const event = { functionName: 'work', tier: 'Turbofan' }
  assert.deepEqual(v8Log.eventOf(`[compiling method ${of} OSR, mode: x]`), { ...event, kind: 'begun' })
  assert.deepEqual(v8Log.eventOf(`[completed compiling ${of} - took 0.0 ms]`), { ...event, kind: 'ended' })
  assert.equal(v8Log.eventOf(`[completed optimizing ${of}]`), null)
})

test('jscLog reads the tier, the sizes and the place of code, and exits from it', () => {
  const of =
    'work#C1tTUZ:[0x47433bf8640->0x47433bf82c0->0x47433bc5e00, FTLFunctionCall, 163 (DidTryToEnterInLoop) (StrictMode)]'
  assert.deepEqual(
    jscLog.eventOf(
      `Generated JIT code for FTL B3 code for ${of}: [0x7f889aa07f80, 0x7f889aa081c0) 576 bytes.`,
    ),
    {
      ...{ kind: 'code', of: { name: 'work', url: null, line: null, column: null }, tier: 'FTL' },
      ...{ isLoop: false, bytes: 576, bytecodeBytes: 163, address: 0x7f889aa07f80 },
    },
  )
  assert.deepEqual(
    jscLog.eventOf(`Speculation failure in ${of} @ exit #0 (bc#3, BadType) with executeCounter = 0.0`),
    {
      ...{ kind: 'left', functionName: 'work', reason: 'BadType at bytecode 3', at: null },
      address: null,
    },
  )
  assert.equal(jscLog.eventOf('Generated JIT code for Specialized thunk: [0x1, 0x2) 5 bytes.'), null)
})
