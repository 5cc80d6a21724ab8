import { createDocument } from '@mixmark-io/domino'
import { type PlotOptions, plot } from '@observablehq/plot'
import { color, FONT, schemeStyle, withLightColors } from './palette.ts'
import { type SvgElement, svgText } from './svg-text.ts'

/** Charts are this wide (pixels), so that their text can still be read when a phone shows them smaller. */
export const CHART_WIDTH = 480

/** Width of charts with digits or long names; pages have a style for it. */
export const WIDE_CHART_WIDTH = 720

const document = createDocument('', true)

/** Returns a plot as SVG text in the colours of its page; `title` says what it shows to readers who do not see it. */
export function draw(title: string, options: PlotOptions): string {
  const root = plot({
    width: CHART_WIDTH,
    document,
    className: 'chart',
    ariaLabel: title,
    ...options,
  }) as unknown as SvgElement
  if (options.width === WIDE_CHART_WIDTH) root.setAttribute('data-wide', '')
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
    .replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(/>/, `>${style}<rect width="100%" height="100%" fill="${color('paper')}"/>`)
    .replaceAll('currentColor', color('ink'))
}
