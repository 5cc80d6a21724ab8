/** Colours of charts and page, as CSS variables with a value for light and one for dark surroundings. */

interface Shade {
  readonly light: string
  readonly dark: string
}

/** The four runtimes stay apart for the colour-blind, and each has a symbol of its own besides. */
const SHADES: Readonly<Record<string, Shade>> = {
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
  slower: { light: '#b3261e', dark: '#ff8a80' },
  faster: { light: '#00695c', dark: '#5fd3c0' },
  same: { light: '#0b5cad', dark: '#7db8f5' },
  inconclusive: { light: '#7a5b00', dark: '#e3bd55' },
  threshold: { light: '#dfe7f1', dark: '#26313d' },
  allowance: { light: '#b9cbe2', dark: '#3d5168' },
}

/** Symbols by runtime, in the words of Observable Plot. */
const SYMBOLS: Readonly<Record<string, 'circle' | 'square' | 'triangle' | 'diamond' | 'star'>> = {
  node: 'circle',
  deno: 'square',
  bun: 'triangle',
  workerd: 'diamond',
}

/** Returns a colour that follows its surroundings. */
export function color(name: string): string {
  return `var(--${name})`
}

/** Returns the colour of a runtime. */
export function runtimeColor(runtime: string): string {
  return color(runtime in SYMBOLS ? runtime : 'other')
}

/** Returns the symbol of a runtime. */
export function runtimeSymbol(runtime: string): 'circle' | 'square' | 'triangle' | 'diamond' | 'star' {
  return SYMBOLS[runtime] ?? 'star'
}

/** Returns CSS declarations of all colours. */
export function colorDeclarations(mode: 'light' | 'dark'): string {
  return Object.entries(SHADES)
    .map(([name, shade]) => `--${name}:${shade[mode]}`)
    .join(';')
}

/** Returns the text with every colour by its light value: for a file that stands alone. */
export function withLightColors(text: string): string {
  return text.replace(/var\(--([a-z]+)\)/g, (whole, name: string) => SHADES[name]?.light ?? whole)
}
