import { ratioPlot, ratioPlotHeading } from '@steelyard/text'
import { headingsOf, isNested, type RatioLine, type Ratios, type Table } from './document.ts'

/** Returns the ratios as a table, with a plot unless `columns` is 0. */
export function ratiosTable({ label, ratios, domain, notes }: Ratios, columns = 0): Table {
  const [low, high] = domain
  const scale = { low, high, width: columns }
  const plot = { text: [ratioPlotHeading(scale)], numeric: false, isSpare: true }
  const indent = columns > 0 ? '  ' : '\u2003'
  return {
    title: [],
    headings: [...headingsOf([label], ['ratio']), ...(columns > 0 ? [plot] : []), ...headingsOf([''])],
    rows: ratios.map(line => [
      isNested(line) ? indent + line.label : line.label,
      line.text ?? '',
      ...(columns > 0 ? [plotText(line, scale)] : []),
      [{ text: line.note, role: line.role ?? (line.look === 'thick' ? 'name' : 'quiet') }],
    ]),
    notes,
  }
}

function plotText({ ratio, look }: RatioLine, scale: Parameters<typeof ratioPlot>[1]): string {
  if (ratio === null) return ratioPlot(null, scale)
  const { lower, upper } = ratio
  const drawn = ratioPlot({ lower, upper, value: ratio.value ?? Math.sqrt(lower * upper) }, scale)
  // A range has no value to mark.
  if (ratio.value === null) return drawn.replace('●', '─')
  return look === 'hollow' ? drawn.replaceAll('─', '·').replace('●', '○') : drawn
}
