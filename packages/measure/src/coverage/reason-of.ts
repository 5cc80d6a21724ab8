import type { LaunchError, LaunchFailure } from '@steelyard/launcher'
import type { CoverageFault, CoverageReason } from './coverage.ts'

const FAULTS: Readonly<Record<LaunchFailure, CoverageFault>> = {
  start: 'does not load',
  crashed: 'crashes',
  timeout: 'does not end',
  memory: 'takes too much memory',
  failed: 'throws',
  unsupported: 'unsupported',
}

/** A shim's messages about a file that would end its process. */
const EXITS = /\bit exits with code -?\d+|exited with code/
/** What differs from file to file: paths, and where in a bundle something was thrown. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.@:*/-])(?:file:\/\/)?\/[^\s'"]*\/(?=[^/\s'"]+)/g, ''],
  [/\bcontender-\d+\b/g, 'its folder'],
  [/\b[0-9a-f]{16}\.(?:mjs|cjs)(?::\d+)*/g, 'the bundle'],
]

export function reasonOfLoss({ failure, message }: LaunchError): CoverageReason {
  const [first = ''] = message.split('\n')
  return { fault: EXITS.test(first) ? 'exits' : FAULTS[failure], text: withoutPlaces(first) }
}

/** Returns why a file has no case at all, from the sentence that says so. */
export function reasonOfProblem(sentence: string): CoverageReason {
  const [first = ''] = sentence.split('\n')
  const text = withoutPlaces(
    first.replace(/^Cannot .*?: /, '').replace(/(?: \([^ ()]*:\d+:\d+\))?\.? Correct the file.*$/, ''),
  )
  const fault = EXITS.test(text)
    ? 'exits'
    : text.includes('did not finish loading')
      ? 'does not end'
      : 'does not load'
  return { fault, text }
}

/** Returns why a target lacks a case that the file has elsewhere. */
export function reasonOfGap(gap: string): CoverageReason {
  const loads = /^the file does not load there: (.*)$/s.exec(gap)?.[1]
  if (loads !== undefined) return reasonOfProblem(loads)
  const fault = gap.startsWith('the file registers') || gap.startsWith('the file does not register')
  const text = gap.replace(/, '.*'$/s, '')
  return { fault: fault ? 'is not registered' : 'unsupported', text: withoutPlaces(text) }
}

function withoutPlaces(text: string): string {
  return PLACES.reduce((rest, [place, by]) => rest.replaceAll(place, by), text).trim()
}
