import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionsOf } from './code-traces.ts'

const when = { iterations: 1, elapsedNs: 1, phase: 'warm-up' } as const
const code = (tier: string, isLoop = false) => ({ tier, isLoop, bytes: 100, ...when })
const logged = (name: string, codes: ReturnType<typeof code>[], ...reasons: string[]) => ({
  ...{ name, source: null, bytecodeBytes: null, tier: 'Maglev', unfinished: [], code: codes },
  deoptimisations: reasons.map(reason => ({ reason, source: null, count: 2, ...when })),
})

test('functionsOf counts by name what optimising compilers did and what was left', () => {
  const found = functionsOf(
    [
      logged('walk', [code('Sparkplug'), code('Maglev'), code('Turbofan', true)], 'wrong map', 'not a Smi'),
      logged('walk', [code('Maglev')], 'wrong map'),
      logged('once', [code('Sparkplug')]),
      logged('get size', [code('Turbofan')]),
    ],
    ['Maglev', 'Turbofan'],
  )
  assert.deepEqual(found, [
    { name: 'get size', optimised: { Turbofan: 1 }, deoptimised: {} },
    {
      name: 'walk',
      optimised: { Maglev: 2, 'Turbofan OSR': 1 },
      deoptimised: { 'wrong map': 4, 'not a Smi': 2 },
    },
  ])
})
