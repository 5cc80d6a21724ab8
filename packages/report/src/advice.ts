import type { Reason } from '@steelyard/stats'

const ADVICE: Readonly<Record<Reason | 'unpaired', string>> = {
  quick: 'A look is not evidence: run the same command without --quick.',
  'too few launches':
    'A verdict needs at least 10 launches: raise --time, or run fewer cases and targets at once with --case and --runtime.',
  'zero variance':
    'Every launch gave exactly the same ratio, which real clocks do not: check the clock with pnpm bench doctor, and see with pnpm bench emit whether the work is optimised away.',
  drifting:
    'Times were still moving while they were measured: raise --time, and look with --verbose at which launches had not warmed up.',
  bimodal:
    'Launches fall into two kinds, one fast and one slow: raise --time for at least 20 launches, and look with pnpm bench emit and --trace-opt --trace-deopt at what differs between them.',
  'too wide':
    'Raise --time, quiet the machine (pnpm bench doctor says how), or accept a larger difference with --threshold.',
  'sign known but small':
    'There is a difference, but it may be smaller than the threshold: raise --time to settle on which side it lies, or lower --threshold if so small a difference matters to you.',
  'within the bias allowance':
    'What is left is no larger than what this machine makes up by itself: measure on a quieter machine, or check this one with pnpm bench doctor and --control.',
  'not significant in its family':
    'Alone it would be a finding, among this many comparisons it may be chance: raise --time, or ask fewer questions at once with --case and --runtime.',
  'control failed':
    'A contender differed from its own copy, so nothing here can be trusted: stop what else runs, check with pnpm bench doctor, and run again.',
  unpaired:
    'These did not share launches: for a verdict set them side by side with --by or pnpm bench compare.',
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
