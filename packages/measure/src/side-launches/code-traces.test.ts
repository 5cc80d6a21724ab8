import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionsOf, namesIn } from './code-traces.ts'

const optimised = (functionName: string, compiler: string) =>
  ({ kind: 'optimised', functionName, compiler }) as const
const left = (functionName: string, reason: string) =>
  ({ kind: 'deoptimised', functionName, reason }) as const

test('functionsOf counts by function, and leaves out what the bundle does not name', () => {
  const names = namesIn('const walk = () => 1; class Reader { get size() { return $e } }')
  const found = functionsOf(
    [
      optimised('walk', 'Maglev'),
      optimised('walk', 'Maglev'),
      optimised('walk', 'Turbofan'),
      left('walk', 'wrong map'),
      optimised('get size', 'Maglev'),
      optimised('', 'Maglev OSR'),
      optimised('writevGeneric', 'Maglev'),
      left('$e', 'not a Smi'),
    ],
    names,
  )
  assert.deepEqual(found, [
    { name: '', optimised: { 'Maglev OSR': 1 }, deoptimised: {} },
    { name: '$e', optimised: {}, deoptimised: { 'not a Smi': 1 } },
    { name: 'get size', optimised: { Maglev: 1 }, deoptimised: {} },
    { name: 'walk', optimised: { Maglev: 2, Turbofan: 1 }, deoptimised: { 'wrong map': 1 } },
  ])
})
