/** Colours of charts and page, as CSS variables with a value for light and one for dark surroundings. */

export const FONT = 'system-ui, sans-serif'

/** The four runtimes stay apart for the colour-blind, and each has a symbol of its own besides. */
const SHADES: Readonly<Record<string, Readonly<Record<'light' | 'dark', string>>>> = {
  ink: { light: '#1c2126', dark: '#e4e7ea' },
  quiet: { light: '#5b646d', dark: '#a0a9b2' },
  paper: { light: '#ffffff', dark: '#14171a' },
  panel: { light: '#f5f6f7', dark: '#1d2125' },
  line: { light: '#d5d9dd', dark: '#383f46' },
  shade: { light: '#b9c0c7', dark: '#4a525a' },
  accent: { light: '#0b5cad', dark: '#7db8f5' },
  node: { light: '#00785a', dark: '#35c998' },
  deno: { light: '#0068a8', dark: '#62b5f2' },
  bun: { light: '#ae3f86', dark: '#ea94c8' },
  workerd: { light: '#c05000', dark: '#f4a04c' },
  other: { light: '#4d5761', dark: '#b4bdc6' },
  second: { light: '#6a4bc4', dark: '#b7a3ff' },
  third: { light: '#8a5a00', dark: '#e0b36a' },
  fourth: { light: '#5a6b00', dark: '#b9cc5a' },
  fifth: { light: '#a03030', dark: '#f0a0a0' },
  slower: { light: '#b3261e', dark: '#ff8a80' },
  faster: { light: '#00695c', dark: '#5fd3c0' },
  same: { light: '#0b5cad', dark: '#7db8f5' },
  inconclusive: { light: '#7a5b00', dark: '#e3bd55' },
  hatch: { light: '#d3d7dc', dark: '#3a4149' },
  threshold: { light: '#dfe7f1', dark: '#26313d' },
  allowance: { light: '#b9cbe2', dark: '#3d5168' },
}

/** Symbols by series: in the words of Observable Plot, and as a letter. */
const SYMBOLS = {
  node: ['circle', '●'],
  deno: ['square', '■'],
  bun: ['triangle', '▲'],
  workerd: ['diamond', '◆'],
  second: ['cross', '✚'],
  third: ['star', '★'],
  fourth: ['diamond', '◆'],
  fifth: ['cross', '✚'],
} as const

/** Series of targets that are not the first of their runtime. */
const FURTHER = ['second', 'third', 'fourth', 'fifth'] as const

/** Returns the series of a target: its runtime for the first one of it, for every further one a series of its own. */
export function seriesOf(
  targets: readonly { readonly id: string; readonly runtime: string }[],
  id: string,
): string {
  const target = targets.find(each => each.id === id)
  if (target === undefined) return ''
  const isFirst = (each: typeof target) => targets.find(({ runtime }) => runtime === each.runtime) === each
  if (isFirst(target)) return target.runtime
  const place = targets.filter(each => !isFirst(each)).indexOf(target)
  return FURTHER[place % FURTHER.length] ?? FURTHER[0]
}

export function color(name: string): string {
  return `var(--${name})`
}

export function seriesColor(series: string): string {
  return color(Object.hasOwn(SYMBOLS, series) ? series : 'other')
}

/** Returns the CSS rules that colour the symbols of all series, for elements with `s-` and their name as a class. */
export function seriesRules(): string {
  return Object.keys(SYMBOLS)
    .map(series => `.s-${series}{color:${color(series)}}`)
    .join('')
}

export function seriesSymbol(series: string): (typeof SYMBOLS)[keyof typeof SYMBOLS] {
  return Object.hasOwn(SYMBOLS, series) ? SYMBOLS[series as keyof typeof SYMBOLS] : SYMBOLS.third
}

export function colorDeclarations(mode: 'light' | 'dark'): string {
  return Object.entries(SHADES)
    .map(([name, shade]) => `--${name}:${shade[mode]}`)
    .join(';')
}

/** Returns the text with every colour by its light value: for a file that stands alone. */
export function withLightColors(text: string): string {
  return text.replace(/var\(--([a-z]+)\)/g, (whole, name: string) => SHADES[name]?.light ?? whole)
}

/** Returns a style element that gives every colour its value for the surroundings of a file. */
export function schemeStyle(): string {
  return `<style>:root{color-scheme:light dark;${colorDeclarations('light')}}@media(prefers-color-scheme:dark){:root{${colorDeclarations('dark')}}}</style>`
}
