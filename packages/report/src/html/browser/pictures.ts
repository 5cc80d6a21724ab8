import { all } from './dom.ts'

/** Shows the buttons that save the pictures of a new part. */
export function showSaveButtons(part: ParentNode): void {
  for (const button of all('button.save', part)) button.hidden = false
}

/** Saves a picture when its button is clicked. */
export function startPictures(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.save') : null
    const svg = button?.closest('figure')?.querySelector('svg')
    if (svg) download(new Blob([standalone(svg)], { type: 'image/svg+xml' }), `${fileName(svg)}.svg`)
  })
}

/** Returns a picture as text that needs no style of the page: in the colours of the moment, on paper. */
export function standalone(svg: SVGSVGElement): string {
  const colors = getComputedStyle(document.documentElement)
  const copy = svg.cloneNode(true) as SVGSVGElement
  const paper = document.createElementNS(svg.namespaceURI, 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', 'var(--paper)')
  copy.prepend(paper)
  copy.setAttribute('fill', 'var(--ink)')
  return new XMLSerializer()
    .serializeToString(copy)
    .replaceAll('currentColor', 'var(--ink)')
    .replace(/var\((--[a-z]+)\)/g, (whole, name) => colors.getPropertyValue(name).trim() || whole)
}

function fileName(svg: SVGSVGElement): string {
  return (svg.getAttribute('aria-label') ?? 'picture').replace(/[^0-9a-z]+/gi, '-').slice(0, 80)
}

/** Offers a file to the reader. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
