import type { Charset } from './terminal-style.ts'

/** The signs that differ between a terminal that shows Unicode and one that does not. */
export interface Glyphs {
  readonly micro: string
  readonly times: string
  readonly plusMinus: string
  readonly none: string
  readonly slower: string
  readonly faster: string
  readonly same: string
  readonly inconclusive: string
  readonly estimate: string
  readonly unpaired: string
  /** A ratio that was found through a baseline. */
  readonly through: string
  readonly trouble: string
  readonly tail: string
  /** Bar ends of equal steps, the empty one first. */
  readonly barEnds: readonly string[]
  readonly bar: string
  /** Steps of a sparkline: nothing, then ever higher. */
  readonly spark: readonly string[]
  /** Parts of a ratio plot: the place of 1, an interval and its value. */
  readonly axis: string
  readonly interval: string
  readonly point: string
}

const UNICODE: Glyphs = {
  micro: 'µs',
  times: '×',
  plusMinus: '±',
  none: '–',
  slower: '▲',
  faster: '▼',
  same: '=',
  inconclusive: '?',
  estimate: '≈',
  unpaired: '·',
  through: '~',
  trouble: '✗',
  tail: '†',
  barEnds: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  bar: '█',
  spark: [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  axis: '│',
  interval: '─',
  point: '●',
}

const ASCII: Glyphs = {
  micro: 'us',
  times: 'x',
  plusMinus: '+-',
  none: '-',
  slower: '^',
  faster: 'v',
  same: '=',
  inconclusive: '?',
  estimate: '~',
  unpaired: '.',
  through: '~',
  trouble: '!',
  tail: '*',
  barEnds: [''],
  bar: '#',
  spark: [' ', '.', ':', '+', '#'],
  axis: '|',
  interval: '-',
  point: 'o',
}

/** Returns the signs for a terminal; every one of the plain set is ASCII. */
export function glyphs({ unicode }: Charset): Glyphs {
  return unicode ? UNICODE : ASCII
}
