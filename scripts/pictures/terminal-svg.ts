/** The colours of a terminal, as CSS. */
export interface Theme {
  readonly background: string
  readonly border: string
  readonly text: string
  readonly quiet: string
  /** Colours by the code that chooses each, 31 to 36. */
  readonly colors: Readonly<Record<number, string>>
}

export const LIGHT: Theme = {
  background: '#ffffff',
  border: '#d1d9e0',
  text: '#1f2328',
  quiet: '#59636e',
  colors: { 31: '#cf222e', 32: '#1a7f37', 33: '#9a6700', 34: '#0969da', 35: '#8250df', 36: '#1b7c83' },
}

export const DARK: Theme = {
  background: '#0d1117',
  border: '#3d444d',
  text: '#f0f6fc',
  quiet: '#9198a1',
  colors: { 31: '#ff7b72', 32: '#3fb950', 33: '#d29922', 34: '#58a6ff', 35: '#bc8cff', 36: '#39c5cf' },
}

const COLUMN = 8
const LINE = 18
const FONT_SIZE = 13
const MARGIN = 16

/** Blocks by how many eighths of a column they fill from the left: drawn, since fonts draw them each their own way. */
const EIGHTHS = '▏▎▍▌▋▊▉█'

/** Text of one style, from a column on. */
interface Run {
  readonly column: number
  readonly text: string
  readonly color: string
  readonly isBold: boolean
}

/**
 * Returns a picture of lines as a terminal shows them: text with the ANSI codes for bold, faint and six colours.
 *
 * @param title what it shows, for those who do not see it
 */
export function terminalSvg(title: string, lines: readonly string[], columns: number, theme: Theme): string {
  const [width, height] = [columns * COLUMN + 2 * MARGIN, lines.length * LINE + 2 * MARGIN]
  const drawn = lines.flatMap((line, row) => runsOf(line, theme).map(run => drawnRun(run, row)))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" role="img">
<title>${escaped(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>
${drawn.join('\n')}
</svg>
`
}

/** Text is split at two spaces, so that columns stay aligned in any font. */
function runsOf(line: string, theme: Theme): Run[] {
  const runs: Run[] = []
  let style = { color: theme.text, isBold: false }
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes begin with one
  for (const [, code, text = ''] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (code !== undefined) {
      style = styleAfter(Number(code), style, theme)
      continue
    }
    for (const part of text.split(/( {2,}|[█▉▊▋▌▍▎▏]+)/)) {
      if (part.trim() !== '') runs.push({ column: column + indentOf(part), text: part.trim(), ...style })
      column += Array.from(part).length
    }
  }
  return runs
}

function styleAfter(
  code: number,
  style: Pick<Run, 'color' | 'isBold'>,
  theme: Theme,
): Pick<Run, 'color' | 'isBold'> {
  if (code === 0) return { color: theme.text, isBold: false }
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, color: theme.quiet }
  const color = theme.colors[code]
  if (color === undefined) throw new RangeError(`Cannot draw the code ${code}: it is none that a report has.`)
  return { ...style, color }
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

function drawnRun({ column, text, color, isBold }: Run, row: number): string {
  const [x, y, columns] = [MARGIN + column * COLUMN, MARGIN + row * LINE, Array.from(text).length]
  if (EIGHTHS.includes(text[0] ?? '')) {
    const eighths = Array.from(text).reduce((sum, block) => sum + EIGHTHS.indexOf(block) + 1, 0)
    return `<rect x="${x}" y="${y + 3}" width="${(eighths * COLUMN) / 8}" height="${LINE - 6}" fill="${color}"/>`
  }
  const weight = isBold ? ' font-weight="bold"' : ''
  return `<text x="${x}" y="${y + 13}" textLength="${columns * COLUMN}" lengthAdjust="spacingAndGlyphs" fill="${color}"${weight}>${escaped(text)}</text>`
}

/** Returns text as an SVG may hold it. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
