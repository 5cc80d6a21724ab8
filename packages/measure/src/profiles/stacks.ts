import { basename } from 'node:path'
import type { StackNodeRecord } from '@steelyard/record'
import { ROOT, type Sample, type StackFrame } from './cpu-profile.ts'
import {
  kindOf,
  type LocatedFrame,
  locator,
  nameOf,
  type SuiteScripts,
  sharesOf,
  weightsBy,
  workingStack,
} from './places.ts'

export type CaseFrame = Omit<StackNodeRecord, 'caller'>

/** A stack of a launch, outermost first. The first frame stands for an iteration of the case. */
export interface StackShare {
  readonly frames: readonly CaseFrame[]
  /** Share of the time in which the program was not idle. */
  readonly share: number
}

/** A deeper stack keeps only the running function and the outermost ones. */
const MOST_FRAMES = 100

/**
 * Returns the stacks of a profile, the largest share first. They begin with the case: what calls it is left out, and so is
 * the harness, except where it ran itself. What passes between batches is left out too.
 */
export function stacksOf(samples: readonly Sample[], caseId: string, scripts: SuiteScripts): StackShare[] {
  const locate = locator(scripts)
  const framesOf = (frame: StackFrame) => {
    const stack = workingStack(frame, locate)
    return stack === null ? null : framesOfCase(stack.toReversed(), caseId)
  }
  return sharesOf(weightsBy(samples, framesOf)).map(({ found, share }) => ({ frames: found, share }))
}

/** @param stack outermost first */
function framesOfCase(stack: readonly LocatedFrame[], caseId: string): CaseFrame[] {
  const begin = stack.findIndex(({ part }) => part === 'suite' || part === 'loop')
  const inside = stack
    .slice(Math.max(0, begin))
    .filter(({ frame, part }, index, all) => isShown(part, index === all.length - 1) && frame.name !== ROOT)
    .map(located => frameOf(located))
  const [first, ...others] = inside
  const isCase = first?.kind === 'suite' && first.name === caseId
  const root: CaseFrame = { name: caseId, source: isCase ? first.source : null, kind: 'suite' }
  const frames = withoutRecursion([root, ...(isCase ? others : inside)])
  const innermost = frames.slice(-1)
  return frames.length <= MOST_FRAMES ? frames : [...frames.slice(0, MOST_FRAMES - 1), ...innermost]
}

function isShown(part: LocatedFrame['part'], isInnermost: boolean): boolean {
  return part === 'harness' ? isInnermost : part === 'suite' || part === 'other'
}

function frameOf({ frame, part, source }: LocatedFrame): CaseFrame {
  if (part === 'suite') return { name: nameOf(frame), source, kind: 'suite' }
  const file = frame.url.includes('/') && !/^[a-z]+:[^/]/.test(frame.url) ? basename(frame.url) : frame.url
  return {
    name: nameOf(frame),
    source: part === 'harness' || file === '' ? null : file,
    kind: kindOf(frame, part),
  }
}

/**
 * Returns a stack on which no function is twice: what a function does on its way back to itself is left out. Every caller
 * that is left has called what follows it, and the innermost function stays the innermost.
 */
function withoutRecursion(frames: readonly CaseFrame[]): CaseFrame[] {
  const kept = new Map<string, CaseFrame>()
  for (const frame of frames) {
    const key = JSON.stringify([frame.name, frame.source, frame.kind])
    const [...keys] = kept.keys()
    const known = keys.indexOf(key)
    if (known < 0) kept.set(key, frame)
    else for (const each of keys.slice(known + 1)) kept.delete(each)
  }
  return [...kept.values()]
}
