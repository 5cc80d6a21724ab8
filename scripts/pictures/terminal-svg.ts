import { schemeFile } from '../../packages/report/src/charts/draw/draw.ts'
import { color } from '../../packages/report/src/charts/draw/palette.ts'

/** Colours of the palette by the code that chooses each. */
const COLORS: Readonly<Record<number, string>> = {
  2: color('quiet'),
  31: color('slower'),
  32: color('faster'),
  33: color('inconclusive'),
  34: color('accent'),
  36: color('same'),
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
 * Returns a picture of lines as a terminal shows them, light or dark as its surroundings are: text with the ANSI codes for
 * bold, faint and five colours.
 *
 * @param title what it shows, for those who do not see it
 */
export function terminalSvg(title: string, lines: readonly string[], columns: number): string {
  const [width, height] = [columns * COLUMN + 2 * MARGIN, lines.length * LINE + 2 * MARGIN]
  const drawn = lines.flatMap((line, row) => runsOf(line).map(run => drawnRun(run, row)))
  return schemeFile(`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" role="img" aria-label="${escaped(title)}">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="none" stroke="${color('line')}"/>
${drawn.join('\n')}
</svg>`)
}

/** Text is split at two spaces, so that columns stay aligned in any font. */
function runsOf(line: string): Run[] {
  const runs: Run[] = []
  let style = PLAIN
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes begin with one
  for (const [, code, text = ''] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (code !== undefined) {
      style = styleAfter(Number(code), style)
      continue
    }
    for (const part of text.split(/( {2,}|[█▉▊▋▌▍▎▏]+)/)) {
      const indent = part.length - part.trimStart().length
      if (part.trim() !== '') runs.push({ column: column + indent, text: part.trim(), ...style })
      column += Array.from(part).length
    }
  }
  return runs
}

const PLAIN: Pick<Run, 'color' | 'isBold'> = { color: color('ink'), isBold: false }

function styleAfter(code: number, style: typeof PLAIN): typeof PLAIN {
  if (code === 0) return PLAIN
  if (code === 1) return { ...style, isBold: true }
  const chosen = COLORS[code]
  if (chosen === undefined)
    throw new RangeError(`Cannot draw the code ${code}: it is none that a report has.`)
  return { ...style, color: chosen }
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
