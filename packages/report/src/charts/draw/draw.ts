import { createDocument } from '@mixmark-io/domino'
import { type PlotOptions, plot } from '@observablehq/plot'
import { color, FONT, schemeStyle, withLightColors } from './palette.ts'
import { type SvgElement, svgText } from './svg-text.ts'

/** Charts are this wide (pixels), so that their text can still be read when a phone shows them smaller. */
export const CHART_WIDTH = 480

/** To what share of its width a chart may shrink: its text is then 11.2 pixels high. */
const SMALLEST = 448 / CHART_WIDTH

const document = createDocument('', true)

/**
 * Returns a plot as SVG text that takes its colours from the page it stands in.
 *
 * @param title what it shows, for readers who do not see it
 */
export function draw(title: string, options: PlotOptions): string {
  const svg: unknown = plot({
    width: CHART_WIDTH,
    document,
    className: 'chart',
    ariaLabel: title,
    ...options,
  })
  const root = svg as SvgElement
  const { width = CHART_WIDTH } = options
  if (width > CHART_WIDTH)
    root.setAttribute('style', `min-width:${Math.ceil(SMALLEST * width)}px;max-width:${width}px`)
  root.setAttribute('font-family', FONT)
  root.setAttribute('font-size', '12')
  root.setAttribute('role', 'img')
  return svgText(root)
}

/** Returns a drawn plot as the text of a file of its own, on white. */
export function svgFile(svg: string): string {
  return `${withLightColors(onPaper(svg))}\n`
}

/** Returns a drawn plot as the text of a file of its own, light or dark as its surroundings are. */
export function schemeFile(svg: string): string {
  return `${onPaper(svg, schemeStyle())}\n`
}

function onPaper(svg: string, style = ''): string {
  return svg
    .replace(/ style="[^"]*"/, '')
    .replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(/>/, `>${style}<rect width="100%" height="100%" fill="${color('paper')}"/>`)
    .replaceAll('currentColor', color('ink'))
}
