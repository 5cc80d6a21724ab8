/** A part of the tree that Observable Plot draws into; as much of the DOM as is read here. */
export interface XmlNode {
  readonly nodeType: number
  readonly localName?: string
  readonly data?: string
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>
  readonly childNodes: ArrayLike<XmlNode>
}

const TEXT = 3

/** Returns a tree of elements and texts as XML, its coordinates to a tenth. */
export function xmlText(node: XmlNode): string {
  if (node.nodeType === TEXT) return escapeXml(node.data ?? '')
  const name = node.localName
  if (name === undefined || name === 'style') return ''
  const attributes = Array.from(node.attributes ?? [], ({ name, value }) => {
    const shown = NUMERIC.has(name) ? value.replace(DECIMALS, rounded) : value
    return ` ${name}="${escapeXml(shown)}"`
  }).join('')
  const content = Array.from(node.childNodes, xmlText).join('')
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

const NUMERIC = new Set(['d', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'transform'])
const DECIMALS = /-?\d+\.\d+(?:e-?\d+)?/g

function rounded(number: string): string {
  return String(Math.round(Number(number) * 10) / 10)
}

/** Returns text that is itself inside an element or a quoted attribute; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}
