/** The part of a DOM element that is used here. */
export interface SvgElement {
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  readonly outerHTML: string
  querySelectorAll(selector: string): ArrayLike<SvgElement>
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
}

/** Coordinates are kept to a tenth of a pixel. */
const TENTHS = 10
const DECIMALS = /-?\d+\.\d+(?:e-?\d+)?/g
const NUMERIC = new Set(['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'transform'])
const NOWHERE = 'translate(0,0)'

/** Returns a drawing as text, without digits too fine to see: a large report has hundreds of drawings. */
export function svgText(root: SvgElement): string {
  for (const style of Array.from(root.querySelectorAll('style'))) style.remove()
  for (const part of Array.from(root.querySelectorAll('*'))) {
    for (const { name, value } of Array.from(part.attributes)) {
      // Inside of a picture the parts need no names.
      if (name.startsWith('aria-') || value === NOWHERE) part.removeAttribute(name)
      else if (name === 'd') part.setAttribute(name, pathText(value))
      else if (NUMERIC.has(name)) part.setAttribute(name, rounded(value))
    }
  }
  return root.outerHTML
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll("'", '&#39;')
    .replaceAll(/>[^<]+</g, text => text.replaceAll('"', '&quot;'))
    .replaceAll(/<(path|rect|circle|line|g)( [^<>]*)><\/\1>/g, '<$1$2/>')
}

/** Returns a path of straight lines by steps from point to point, which is shorter; rounding does not add up. */
export function pathText(path: string): string {
  if (!/^(?:[ML]-?[\d.]+,-?[\d.]+|Z)+$/.test(path)) return rounded(path)
  let from = [0, 0]
  return path.replaceAll(/([ML])([^MLZ]*)/g, (_, command: string, place: string) => {
    const to = place.split(',').map(number => Math.round(Number(number) * TENTHS))
    const [across, down] = to.map((each, axis) => (each - (from[axis] ?? 0)) / TENTHS)
    from = to
    if (command === 'M') return `M${to.map(each => each / TENTHS).join(',')}`
    if (across === 0) return `v${down}`
    return down === 0 ? `h${across}` : `l${across},${down}`
  })
}

function rounded(text: string): string {
  return text.replaceAll(DECIMALS, number => String(Math.round(Number(number) * TENTHS) / TENTHS))
}
