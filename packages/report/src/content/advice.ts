import type { Reason } from '@steelyard/stats'
import { PROGRAM } from '@steelyard/text'

const ADVICE: Readonly<Record<Reason | 'unpaired' | 'generator-bound', string>> = {
  quick: 'A look is not evidence: run the same command without --quick.',
  interrupted:
    'It was ended before its time: run the same command again, to the end or with a smaller --time.',
  'too few launches':
    'A verdict needs at least 10 launches, and 20 as evidence: raise --time, or run fewer cases and targets at once with --case and --runtime.',
  'zero variance':
    'Every launch gave exactly the same ratio, which real clocks do not: look at clockResolutionNs in the record (--json -), and at whether the case has work left to do.',
  'never steady':
    'It changed its speed in every window it was given, so that its time is a mean of nothing: give the case the same work in every iteration, or look with --json - at how its launches went.',
  drifting:
    'Times were still moving while they were measured: give the case less work per iteration, or look with --json - at how its launches went.',
  bimodal: 'Launches fall into two kinds, one fast and one slow: raise --time for at least 20 launches.',
  'too wide':
    'Raise --time (and lower --precision, if the run stopped before its time), stop what else runs, or accept a larger difference with --threshold.',
  'sign known but small':
    'There is a difference, but it may be smaller than the threshold: raise --time to settle on which side it lies, or lower --threshold if so small a difference matters to you.',
  'within the bias allowance':
    'What is left is no larger than the allowance for what a machine makes up by itself: no larger --time helps, a quieter machine may.',
  'not significant in its family':
    'Alone it would be a finding, among this many comparisons it may be chance: raise --time, or ask fewer questions at once with --case and --runtime.',
  'control failed':
    'A contender differed from its own copy, so nothing here can be trusted: stop what else runs, and run again with a larger --time.',
  'generator-bound':
    'The load generator reached its limit before the server did, so that the time is its own: compare with --metric cpu, or choose a heavier app or another load with --param.',
  unpaired: `These did not share launches: for a verdict set them side by side with --by or ${PROGRAM} compare.`,
}

const BY_REASON = new Map(Object.entries(ADVICE))

/**
 * Returns one or two sentences on what to try next when a comparison has this reason, also for one not known
 * here.
 */
export function adviceFor(reason: string): string {
  if (reason.startsWith('lost: ')) {
    return 'One side ended before its time, perhaps for a reason that has to do with it: mend what is said of it above, and run again.'
  }
  return BY_REASON.get(reason) ?? 'Run again with --verbose to see what happened, and with a larger --time.'
}
