import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CauseFrameRecord, CauseRecord, ProfileRecord } from '@steelyard/record'
import { differenceFlame, sideFlame } from './cause-flames.ts'
import { sideFrames } from './side-frames.ts'

type Times = readonly [baseNs: number, headNs: number]
type Frame = readonly [caller: number | null, name: string, self: Times, total: Times, isSure: boolean]

function cost([baseNs, headNs]: Times, adjustedPValue: number | null): CauseFrameRecord['self'] {
  const value = headNs - baseNs
  return {
    ...{ baseNs, headNs, adjustedPValue },
    differenceNs: { value, lower: value - 1, upper: value + 1, level: 0.95, n: 5 },
  }
}

function flamesOf(...frames: readonly Frame[]) {
  const [[, , , [baseNs, headNs]] = [null, '', [0, 0], [0, 0], true] as Frame] = frames
  const cause = {
    ...{ by: 'place', baseNs, headNs, differenceNs: cost([baseNs, headNs], null).differenceNs },
    frames: frames.map(([caller, name, self, total, isSure]) => ({
      ...{ caller, name, source: null, kind: 'suite', self: cost(self, isSure ? 0.001 : 0.9) },
      total: cost(total, caller === null ? null : isSure ? 0.001 : 0.9),
    })),
  }
  const known = cause as unknown as CauseRecord
  const sides = (['base', 'head'] as const).map(of =>
    sideFlame(sideFrames(known, of, undefined), Math.max(baseNs, headNs), of),
  )
  const [base = '', head = ''] = sides
  return { base, head, difference: differenceFlame(known, 'c') ?? '' }
}

interface Box {
  readonly title: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fill: string
}

/** Returns the text of each frame of a picture, and its place. */
function boxesOf(svg: string): Map<string, Box> {
  const hits = /<g class="hit"(.*?)<\/g>/s.exec(svg)?.[1] ?? ''
  const shared = /fill="([^"]+)"/.exec(hits.split('>')[0] ?? '')?.[1] ?? ''
  const boxes = Array.from(
    hits.matchAll(/<rect ([^>]*)>\s*<title>([^<]*)</g),
    ([, text = '', title = '']) => {
      const of = (name: string) => new RegExp(`(?<![\\w-])${name}="([^"]*)"`).exec(text)?.[1]
      const [x, y, width] = ['x', 'y', 'width'].map(name => Number(of(name) ?? 0))
      const box: Box = { title, x: x ?? 0, y: y ?? 0, width: width ?? 0, fill: of('fill') ?? shared }
      return [title.split(':')[0] ?? '', box] as const
    },
  )
  return new Map(boxes)
}

const FRAMES: readonly Frame[] = [
  [null, 'case', [100, 100], [1000, 1500], false],
  [0, 'grew', [400, 900], [600, 1100], true],
  [1, 'callee', [200, 200], [200, 200], false],
  [0, 'gone', [300, 0], [300, 0], true],
  [0, 'new', [0, 300], [0, 300], true],
]

test('base and head have one scale, and each frame stands below what calls it', () => {
  const { base, head } = flamesOf(...FRAMES)
  const [before, after] = [boxesOf(base), boxesOf(head)]
  // 480 pixels are 1500 ns; a pixel parts neighbours.
  assert.ok(Math.abs((before.get('case')?.width ?? 0) - 319) < 0.2)
  assert.ok(Math.abs((after.get('case')?.width ?? 0) - 479) < 0.2)
  assert.ok(Math.abs((after.get('grew')?.width ?? 0) - (480 * 1100) / 1500) < 1.2)
  for (const boxes of [before, after]) {
    const [grew, callee] = [boxes.get('grew'), boxes.get('callee')]
    assert.ok(grew && callee)
    assert.ok(callee.y > grew.y && callee.x >= grew.x && callee.x + callee.width <= grew.x + grew.width)
  }
  assert.equal(before.get('new')?.width, 0)
  assert.match(before.get('grew')?.title ?? '', /^grew: 600 ns with what it calls, 400 ns itself$/)
})

test('in the difference nothing is lost, and only what differs has a colour', () => {
  const { difference } = flamesOf(...FRAMES)
  const boxes = boxesOf(difference)
  assert.deepEqual(
    Array.from(boxes, ([name, { fill }]) => [name, fill]),
    [
      ['case', 'var(--slower)'],
      ['grew', 'var(--slower)'],
      ['callee', 'var(--shade)'],
      ['gone', 'var(--faster)'],
      ['new', 'var(--slower)'],
    ],
  )
  // The larger own times of all: 100 + 900 + 200 + 300 + 300 ns on 720 pixels.
  const pixels = 720 / 1800
  assert.ok(Math.abs((boxes.get('gone')?.width ?? 0) - (300 * pixels - 1)) < 0.2)
  assert.match(
    boxes.get('grew')?.title ?? '',
    /^grew: 400 ns → 900 ns, \+500 ns \[\+499 ns, \+501 ns\], differs itself; 600 ns → 1\.10 µs, \+500 ns .*, differs with what it calls$/,
  )
  assert.match(boxes.get('callee')?.title ?? '', /within chance/)
  const bars = Array.from(difference.matchAll(/<rect [^>]*?width="([\d.]+)"[^>]*\/>/g), ([, width]) =>
    Number(width),
  )
  // As long as what their own time differs by: 500, 300 and 300 ns.
  assert.deepEqual(
    bars.slice(0, 3).map(width => Math.round(width / pixels)),
    [500, 300, 300],
  )
})

test('a picture with nothing beyond chance is grey below the case', () => {
  const { difference } = flamesOf(
    [null, 'case', [500, 500], [1000, 1000.5], false],
    [0, 'one', [500, 500.5], [500, 500.5], false],
  )
  assert.deepEqual(
    Array.from(boxesOf(difference).values(), ({ fill }) => fill),
    ['var(--shade)', 'var(--shade)'],
  )
  assert.equal(differenceFlame({ frames: [] } as unknown as CauseRecord, 'c'), null)
})

test('names are shortened to their frames, and texts are texts', () => {
  const hostile = '<script>alert(1)</script>'
  const { head } = flamesOf(
    [null, 'case', [500, 0], [1000, 1000], false],
    [0, hostile, [500, 1000], [500, 1000], false],
    [1, 'aVeryLongNameOfAFunctionThatHasNoRoomInItsFrame', [0, 100], [0, 100], false],
  )
  assert.ok(!head.includes('<script>'))
  assert.match(head, />a…e<|>aV…me<|>aV…e</)
})

test('between engines each side has the stacks of its own profile', () => {
  const cause = { by: 'function', baseNs: 1000, headNs: 2000, frames: [] } as unknown as CauseRecord
  const stacks = [
    { caller: null, name: 'c', source: null, kind: 'suite' },
    { caller: 0, name: 'tiny', source: null, kind: 'builtin' },
    { caller: 0, name: 'parse', source: null, kind: 'builtin' },
    { caller: 2, name: 'revive', source: 'a.ts:1', kind: 'suite' },
  ]
  const launches = [
    { self: [0.3, 0.001, 0.2, 0.4], below: [0.099, 0, 0, 0] },
    { self: [0.3, 0.001, 0.4, 0.2], below: [0.099, 0, 0, 0] },
  ]
  const profile = { stacks, launches } as unknown as ProfileRecord
  assert.deepEqual(
    sideFrames(cause, 'head', profile).map(({ caller, name, selfNs, totalNs }) => [
      ...[caller, name],
      ...[selfNs, totalNs].map(Math.round),
    ]),
    [
      [null, 'c', 600, 2000],
      [0, 'parse', 600, 1200],
      [1, 'revive', 600, 600],
    ],
  )
  assert.deepEqual(sideFrames(cause, 'head', undefined), [])
})

test('names of native functions have room, and are whole where one points at them', () => {
  const { difference, base } = flamesOf(
    [null, 'case', [0, 0], [1000, 1500], true],
    [0, 'v8::internal::JsonParser::Parse', [1000, 1500], [1000, 1500], true],
  )
  for (const svg of [difference, base]) {
    assert.match(svg, /<text[^>]*>JsonParser::Parse/)
    assert.match(svg, /<title>v8::internal::JsonParser::Parse: /)
  }
})

test('a side of which no frame is wide enough to be seen is a picture all the same', () => {
  const frame = { caller: null, name: 'parse', source: null, kind: 'suite', selfNs: 1, totalNs: 1 } as const
  assert.match(sideFlame([frame], 1e6, 'head'), /^<svg [^>]*height="\d+"/)
})
