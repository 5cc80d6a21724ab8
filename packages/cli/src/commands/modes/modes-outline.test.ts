import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modesFinding } from '@steelyard/analysis'
import type { ModesLaunch } from '@steelyard/measure'
import { renderOutlineMarkdown } from '@steelyard/report'
import { createRandom } from '@steelyard/stats'
import type { ModesOutcome, TargetModes } from './modes.ts'
import { modesOutlines } from './modes-outline.ts'

/** Times with noise of 2 %, of two kinds 1.5 times apart where a coin makes them. */
function launches(isTossed: boolean, isLogged: boolean): ModesLaunch[] {
  const random = createRandom(isLogged ? 5 : 6)
  return Array.from({ length: 20 }, (_, at) => {
    const isSlow = isTossed && at % 2 === 0
    const iterationNs = (isSlow ? 1500 : 1000) * (1 + 0.02 * random.next())
    const features = {
      'tier of work': { kind: 'tier', value: isSlow ? 'Maglev' : 'Turbofan' },
      other: { kind: 'other', value: at % 3 === 0 ? 'yes' : 'no' },
    } as const
    return { iterationNs, features: isLogged ? features : null }
  })
}

function outcomeOf(found: Partial<TargetModes> & Pick<TargetModes, 'launches'>): ModesOutcome {
  return {
    ...{ startedAt: '2026-11-23T08:00:00.000Z', suite: 's', caseId: 'c', params: { size: 3 } },
    environment: { cpuModel: 'CPU', warnings: [], cores: null, memoryBytes: null } as never,
    targets: [
      {
        ...{ target: 'node@26', finding: modesFinding(found.launches, createRandom(1)) },
        ...{ end: 'decided', error: null, ...found },
      },
    ],
  }
}

function textOf(found: Parameters<typeof outcomeOf>[0]): string {
  return modesOutlines(outcomeOf(found)).map(renderOutlineMarkdown).join('\n')
}

test('modesOutlines says that there are kinds, what goes with them, and that logging spreads nothing otherwise', () => {
  const text = textOf({ launches: [...launches(true, false), ...launches(true, true)] })
  assert.match(text, /s\/c \(size=3\) on node@26/)
  assert.match(text, /fall into kinds: .*10 of 20 take about 1\.01 µs, 10 about 1\.5\d µs/)
  assert.match(text, /99\.\d % of the spread of the logged launches goes with: .*tier of work: /)
  assert.match(text, /spread like the others/)
  assert.match(text, /#### How the times are spread\n\n- 1\.00 µs .* 1\.5\d µs, as in a run\n- .*engine logs/)
  assert.match(text, /not yet which makes which/)
})

test('modesOutlines says that no cause was found, or that there are no kinds', () => {
  const alike = launches(true, true).map(launch => ({
    ...launch,
    features: { 'tier of work': { kind: 'tier', value: 'Turbofan' } as const },
  }))
  assert.match(
    textOf({ launches: [...launches(true, false), ...alike] }),
    /Cause not found: none of 0 things/,
  )
  const text = textOf({ launches: [...launches(false, false), ...launches(false, true)] })
  assert.match(text, /have one peak, as far as they can tell/)
  assert.match(text, /None of 1 things/)
})

test('modesOutlines holds apart what may only follow from the time, and names it once', () => {
  const logged = launches(true, true).map(launch => ({
    ...launch,
    features: {
      'calls before work had its code': { kind: 'following', value: Math.round(1e6 / launch.iterationNs) },
      other: { kind: 'other', value: 'none' },
    } as const,
  }))
  const text = textOf({ launches: [...launches(true, false), ...logged] })
  assert.match(text, /Cause not found: .* beyond chance, but for what may only follow from it/)
  assert.equal(text.match(/calls before work had its code/g)?.length, 1)
})

test('modesOutlines says where kinds are only in launches that log, and the other way round', () => {
  const comes = textOf({ launches: [...launches(false, false), ...launches(true, true)] })
  assert.match(comes, /what makes them may be the logging/)
  assert.match(comes, /spread otherwise than the others/)
  const goes = textOf({ launches: [...launches(true, false), ...launches(false, true)] })
  assert.match(goes, /what makes the kinds may not be among what was logged/)
})

test('modesOutlines says why there is nothing to say', () => {
  assert.match(textOf({ launches: [] }), /too few launches: raise --time/)
  assert.match(textOf({ launches: [], end: 'lost', error: 'crashed' }), /It crashed\./)
  const gap = textOf({ launches: [], end: 'unsupported', error: 'no worker threads' })
  assert.match(gap, /It cannot run there: no worker threads\./)
  assert.match(textOf({ launches: launches(true, false) }), /no log that can be read/)
})
