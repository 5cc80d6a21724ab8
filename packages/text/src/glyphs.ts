/** The signs of verdicts; `inCharset` has what stands for each where a terminal shows ASCII alone. */
export const SIGNS = {
  slower: '▲',
  faster: '▼',
  same: '=',
  inconclusive: '?',
  estimate: '≈',
  unpaired: '·',
  /** A ratio that was found through a baseline. */
  through: '~',
  trouble: '✗',
  tail: '†',
} as const
