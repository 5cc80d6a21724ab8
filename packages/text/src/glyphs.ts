/** The signs of verdicts. */
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
