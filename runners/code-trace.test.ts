import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v8CodeTrace } from './code-trace.ts'

const AT = '0x05bc32f2d841 <JSFunction work (sfi = 0xf378216e8c1)>'

test('v8CodeTrace reads what was compiled, and by which compiler', () => {
  const read = (line: string) => v8CodeTrace.eventOf(line)
  const optimised = { kind: 'optimised', functionName: 'work' }
  assert.deepEqual(read(`[completed compiling ${AT} (target MAGLEV) - took 0.000, 0.199, 0.003 ms]`), {
    ...optimised,
    compiler: 'Maglev',
  })
  assert.deepEqual(read(`[completed compiling ${AT} (target TURBOFAN_JS) OSR - took 0.1, 0.2, 0.3 ms]`), {
    ...optimised,
    compiler: 'Turbofan OSR',
  })
  assert.deepEqual(
    read('[completed compiling 0x1 <JSFunction (sfi = 0x2)> (target MAGLEV) - took 0, 0, 0 ms]'),
    { ...optimised, functionName: '', compiler: 'Maglev' },
  )
  assert.deepEqual(
    read('[completed compiling 0x1 <JSFunction get a (sfi = 0x2)> (target MAGLEV) - took 0 ms]'),
    {
      ...optimised,
      functionName: 'get a',
      compiler: 'Maglev',
    },
  )
  // A second line about the same compilation.
  assert.equal(read(`[completed optimizing ${AT} (target TURBOFAN_JS)]`), null)
  assert.equal(read(`[compiling method ${AT} (target MAGLEV), mode: ConcurrencyMode::kConcurrent]`), null)
})

test('v8CodeTrace reads why optimised code was left', () => {
  const line = (reason: string) =>
    `[bailout (kind: deopt-eager, reason: ${reason}): begin. deoptimizing ${AT}, 0x39e8400c1d99 <Code MAGLEV>, opt id 1, bytecode offset 4]`
  assert.deepEqual(v8CodeTrace.eventOf(line('not a Smi')), {
    ...{ kind: 'deoptimised', functionName: 'work', reason: 'not a Smi' },
  })
  assert.equal(v8CodeTrace.eventOf(line('prepare for on stack replacement (OSR)')), null)
})
