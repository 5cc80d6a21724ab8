import type { CauseFrameRecord, CauseRecord, PlaceKind } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { shortNative } from '../content/figures/capture-notes.ts'
import { differs, signed } from '../content/figures/cause-note.ts'
import { withSource } from '../content/figures/place-text.ts'
import { WIDE_CHART_WIDTH } from './draw/draw.ts'
import { type FlameFill, type FlameFrame, flameChart } from './flame-chart.ts'
import type { SideFrame } from './side-frames.ts'

type Cost = CauseFrameRecord['self']

const GREY: FlameFill = { color: 'shade', opacity: 0.45 }
const TINT = 0.22
const STRONG = 0.6

const KINDS: Readonly<Record<PlaceKind, FlameFill & { readonly text: string }>> = {
  suite: { color: 'accent', opacity: 0.3, text: 'the suite' },
  builtin: { color: 'node', opacity: 0.3, text: 'built-in functions' },
  native: { color: 'other', opacity: 0.35, text: 'native code' },
  runtime: { color: 'bun', opacity: 0.3, text: 'JavaScript of the runtime' },
  collector: { color: 'workerd', opacity: 0.4, text: 'garbage collector' },
  compiler: { color: 'inconclusive', opacity: 0.35, text: 'compiler' },
  kernel: { color: 'allowance', opacity: 0.5, text: 'the kernel' },
  engine: { ...GREY, text: 'the engine' },
  harness: { ...GREY, text: 'around the case' },
}

/**
 * Returns where both sides of a cause differ, as SVG text; null where it has no frames. A frame is as wide as the larger own
 * times of both sides, so that nothing is lost that only one side has. What its own time differs by is a bar of that length,
 * and a frame that differs with what it calls is tinted. Only what differs beyond chance has a colour.
 */
export function differenceFlame(cause: CauseRecord, title: string): string | null {
  if (cause.frames.length === 0) return null
  return flameChart(`${title}: difference`, differenceFrames(cause), {
    width: WIDE_CHART_WIDTH,
    legend: [
      { color: 'slower', opacity: STRONG, text: 'takes longer itself' },
      { color: 'slower', opacity: TINT, text: 'takes longer with what it calls' },
      { color: 'faster', opacity: STRONG, text: 'takes less itself' },
      { color: 'faster', opacity: TINT, text: 'takes less with what it calls' },
    ],
  })
}

/** Returns the flame graph of one side as SVG text; its whole width stands for `wholeNs`. */
export function sideFlame(frames: readonly SideFrame[], wholeNs: number, title: string): string {
  const legend = [...new Set(frames.map(({ kind }) => KINDS[kind]))]
  return flameChart(title, sideFlames(frames), { wholeNs, legend })
}

function sideFlames(frames: readonly SideFrame[]): FlameFrame[] {
  const owns = ownTimes(frames.map(({ caller, totalNs }) => ({ caller, ns: totalNs })))
  return frames.map(({ caller, name, source, kind, selfNs, totalNs }, index) => ({
    caller,
    label: shortNative(name),
    figure: formatDuration(totalNs),
    title: `${withSource(name, source)}: ${formatDuration(totalNs)} with what it calls, ${formatDuration(selfNs)} itself`,
    ownNs: owns[index] ?? 0,
    fill: KINDS[kind],
  }))
}

function differenceFrames({ frames, differenceNs: whole }: CauseRecord): FlameFrame[] {
  const isSure = whole.lower > 0 || whole.upper < 0
  const totalsOf = (nsOf: (cost: Cost) => number) =>
    ownTimes(frames.map(({ caller, self, total }) => ({ caller, ns: nsOf(total ?? self) })))
  const [bases, heads] = [totalsOf(({ baseNs }) => baseNs), totalsOf(({ headNs }) => headNs)]
  return frames.map(({ caller, name, source, self, total }, index) => ({
    caller,
    label: shortNative(name),
    ...(differs(self) ? { figure: signed(self.differenceNs.value) } : {}),
    title: `${withSource(name, source)}: ${differenceText(self)} itself${total === null ? '' : `; ${differenceText(total)} with what it calls`}`,
    ownNs: Math.max(bases[index] ?? 0, heads[index] ?? 0),
    fill: differs(total ?? self) || (caller === null && isSure) ? fillOf(total ?? self, TINT) : GREY,
    bar: differs(self) ? { ns: Math.abs(self.differenceNs.value), fill: fillOf(self, STRONG) } : null,
  }))
}

/** What frames take without what they call and is shown: of a frame itself, and of small ones that it calls. */
function ownTimes(totals: readonly { readonly caller: number | null; readonly ns: number }[]): number[] {
  const owns = totals.map(({ ns }) => ns)
  for (const { caller, ns } of totals) {
    if (caller !== null) owns[caller] = (owns[caller] ?? 0) - ns
  }
  return owns.map(own => Math.max(0, own))
}

function fillOf({ differenceNs }: Cost, opacity: number): FlameFill {
  return { color: differenceNs.value > 0 ? 'slower' : 'faster', opacity }
}

function differenceText(cost: Cost): string {
  const { baseNs, headNs, differenceNs, adjustedPValue } = cost
  const times = `${formatDuration(baseNs)} → ${formatDuration(headNs)}`
  const word = adjustedPValue === null ? 'by the verdict' : differs(cost) ? 'differs' : 'within chance'
  return `${times}, ${signed(differenceNs.value)} [${signed(differenceNs.lower)}, ${signed(differenceNs.upper)}], ${word}`
}
