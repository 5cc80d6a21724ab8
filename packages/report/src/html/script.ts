import { createHash } from 'node:crypto'

/** Shows the buttons and lets each save its picture, in the colours of the moment. */
export const SCRIPT = `
'use strict'
for (const button of document.querySelectorAll('button.save')) {
  button.hidden = false
  button.addEventListener('click', () => save(button.closest('figure').querySelector('svg')))
}
function save(svg) {
  const colors = getComputedStyle(document.documentElement)
  const copy = svg.cloneNode(true)
  const paper = document.createElementNS(svg.namespaceURI, 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', 'var(--paper)')
  copy.prepend(paper)
  copy.setAttribute('fill', 'var(--ink)')
  const text = new XMLSerializer()
    .serializeToString(copy)
    .replaceAll('currentColor', 'var(--ink)')
    .replace(/var\\((--[a-z]+)\\)/g, (whole, name) => colors.getPropertyValue(name).trim() || whole)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  link.download = svg.getAttribute('aria-label').replace(/[^0-9a-z]+/gi, '-').slice(0, 80) + '.svg'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
`

/** What a browser may do with the page: nothing but this script and styles of its own, and no request. */
export const POLICY: string = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
