import type { Metric, Reason } from '@steelyard/stats'
import { PROGRAM } from '@steelyard/text'

const CLOCKS_DISAGREE =
  'Another clock saw a contender work longer than it reported, perhaps in garbage collection or other work.'

const ADVICE: Readonly<Record<Reason | 'unpaired' | 'generator-bound' | 'clocks disagree', string>> = {
  quick: 'The first look did not decide it: run the same command without --quick.',
  interrupted:
    'The run was interrupted before a look decided it: run the same command again to the end, or with fewer cases (--case).',
  'too few launches':
    'A verdict needs at least 5 launches, 10 of servers and 20 as evidence: raise --time, or run fewer cases and targets at once with --case and --runtime.',
  'zero variance':
    'Every launch gave exactly the same ratio, which real clocks do not. Check clockResolutionNs in the record (--json -), and that the case still has work to do.',
  'never steady':
    'Its speed changed in every window, so its time is no stable mean. Give the case the same work in every iteration, or inspect its launches with --json -.',
  drifting:
    'Times were still changing while they were measured. Give the case less work per iteration, or inspect its launches with --json -.',
  bimodal: `Launches fall into two kinds, one fast and one slow: look for the cause with ${PROGRAM} modes, or ask for at least 20 launches with --precision 1.`,
  'stalls unlike':
    'Stalls of the core may have hit one side more, by its own doing or by chance. Ask for --precision 1, or run again in a quieter hour.',
  'too wide':
    'The interval is what is known. For more launches ask for --precision 1, stop other work, or accept a larger difference with --threshold.',
  'sign known but small':
    'There is a difference, but it may be smaller than the threshold: ask for --precision 1, or lower --threshold if so small a difference matters.',
  'within the bias allowance':
    'The difference is no larger than the bias allowance of this machine. Neither --precision nor --time helps; a quieter machine may.',
  'not significant in its family':
    'Alone it would be significant; among this many comparisons it may be chance. Compare less at once with --case and --runtime, or ask for --precision 1.',
  'control failed':
    'A contender differed from its own copy, so nothing here can be trusted: stop other work, and run again with --precision 1.',
  'generator-bound':
    "The load generator reached its limit before the server did, so the time is the generator's: compare with --metric cpu, or choose a heavier app or another load with --param.",
  'clocks disagree': `${CLOCKS_DISAGREE} Compare with --metric cpu, or run again in a quieter hour.`,
  unpaired: `These did not share launches: for a verdict compare them with --by or ${PROGRAM} compare.`,
}

const BY_REASON = new Map(Object.entries(ADVICE))

/** Returns what to try next when a comparison has this reason, also for one that is not known here. */
export function adviceFor(reason: string, metric: Metric = 'wall'): string {
  if (reason.startsWith('lost: ')) {
    return 'One side was lost during the run, perhaps for a reason related to its time: fix the error shown above, and run again.'
  }
  if (reason === 'clocks disagree' && metric === 'cpu')
    return `${CLOCKS_DISAGREE} Run again in a quieter hour.`
  return BY_REASON.get(reason) ?? 'Run again with --verbose to see what happened.'
}
