import { all, one } from './dom.ts'
import { unfold } from './folds.ts'

/** Pixels of a PNG for each of the picture, so that it is sharp where it is pasted. */
const SHARPNESS = 2
const SHOWN_MS = 2500

/** Lets the reader copy the command, and copy or save the picture of the view that is shown. */
export function startMatrices(): void {
  for (const panel of all('.heat')) {
    one('.acts', panel).hidden = false
    for (const input of all('.switch input', panel)) {
      input.addEventListener('change', () => all('.view', panel).forEach(unfold))
    }
    for (const button of all<HTMLButtonElement>('.acts button', panel)) {
      button.addEventListener('click', async () => {
        tell(panel, await act(button, panel).catch(() => 'The browser refused.'))
      })
    }
  }
}

/** Returns what was done. */
async function act({ dataset }: HTMLButtonElement, panel: HTMLElement): Promise<string> {
  if (dataset.copy !== undefined) {
    await navigator.clipboard.writeText(dataset.copy)
    return 'Copied.'
  }
  const svg = shownPicture(panel)
  const name = (svg.getAttribute('aria-label') ?? '').replace(/[^0-9a-z]+/gi, '-').slice(0, 80)
  if (dataset.picture === 'copy') {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(svg) })])
    return 'Copied.'
  }
  download(dataset.picture === 'svg' ? standalone(svg) : await pngOf(svg), `${name}.${dataset.picture}`)
  return ''
}

function tell(panel: Element, text: string): void {
  const status = one('.acts [role=status]', panel)
  status.textContent = text
  setTimeout(() => {
    status.textContent = ''
  }, SHOWN_MS)
}

function shownPicture(panel: HTMLElement): SVGSVGElement {
  const view = all('.view', panel).find(each => each.checkVisibility()) ?? panel
  const { content } = one<HTMLTemplateElement>('template', view)
  return one<SVGSVGElement & HTMLElement>('svg', content)
}

async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(standalone(svg))
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SHARPNESS * image.width
  canvas.height = SHARPNESS * image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(url)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/png')
  })
}

/** Returns a picture as a file that needs no style of the page: in the colours of the moment, on paper. */
function standalone(svg: SVGSVGElement): Blob {
  const colors = getComputedStyle(document.documentElement)
  const copy = svg.cloneNode(true) as SVGSVGElement
  const paper = document.createElementNS(svg.namespaceURI, 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', 'var(--paper)')
  copy.prepend(paper)
  copy.setAttribute('fill', 'var(--ink)')
  const text = new XMLSerializer()
    .serializeToString(copy)
    .replaceAll('currentColor', 'var(--ink)')
    .replace(/var\((--[a-z]+)\)/g, (whole, name) => colors.getPropertyValue(name).trim() || whole)
  return new Blob([text], { type: 'image/svg+xml' })
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
