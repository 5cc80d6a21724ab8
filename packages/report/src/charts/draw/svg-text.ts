import { pathText, rounded, TENTHS } from './path-text.ts'
import { escapeXml } from './xml.ts'

/** A part of the tree that Observable Plot draws into; as much of the DOM as is read here. */
export interface SvgNode {
  readonly nodeType: number
  readonly localName?: string
  readonly data?: string
  readonly attributes?: ArrayLike<Attribute>
  readonly childNodes: ArrayLike<SvgNode>
}

interface Attribute {
  readonly name: string
  readonly value: string
}

/** An element as it will be written. */
interface Element {
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly children: readonly (Element | string)[]
}

const TEXT = 3
const NUMERIC = new Set(['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'transform'])
const NOWHERE = 'translate(0,0)'

/**
 * Returns a drawing as text, as short as it can be without a difference to be seen: a large report has hundreds.
 *
 * @param stepsPerPixel to which the points of lines are rounded
 */
export function svgText(root: SvgNode, stepsPerPixel: number = TENTHS): string {
  const { name, attributes, children } = elementOf(root, stepsPerPixel)
  return textOf({
    name,
    attributes: [...Array.from(root.attributes ?? []).filter(isName), ...attributes],
    children,
  })
}

function elementOf(node: SvgNode, stepsPerPixel: number): Element {
  const attributes = Array.from(node.attributes ?? [])
    .filter(attribute => !isName(attribute))
    .map(({ name, value }) => {
      if (name === 'd') return { name, value: pathText(value, stepsPerPixel) }
      return { name, value: NUMERIC.has(name) ? rounded(value) : value }
    })
    .filter(({ value }) => value !== NOWHERE)
  const nodes = Array.from(node.childNodes).filter(({ localName }) => localName !== 'style')
  const children = nodes.map(child =>
    child.nodeType === TEXT ? (child.data ?? '') : elementOf(child, stepsPerPixel),
  )
  return withSharedAttributes({ name: node.localName ?? 'g', attributes, children })
}

/** Inside of a picture the parts need no names. */
function isName({ name }: Attribute): boolean {
  return name.startsWith('aria-')
}

/** What all parts of a group say alike, the group says for them; but for where they are. */
function withSharedAttributes(element: Element): Element {
  const parts = element.children.filter(child => typeof child !== 'string')
  const [first] = parts
  if (element.name !== 'g' || first === undefined || parts.length < element.children.length) return element
  const shared = first.attributes.filter(
    ({ name, value }) =>
      INHERITED.has(name) &&
      value !== 'inherit' &&
      parts.every(({ attributes }) => attributes.some(each => each.name === name && each.value === value)),
  )
  const isShared = ({ name }: Attribute) => shared.some(each => each.name === name)
  return {
    name: element.name,
    attributes: [...element.attributes.filter(attribute => !isShared(attribute)), ...shared],
    children: parts.map(part => ({ ...part, attributes: part.attributes.filter(each => !isShared(each)) })),
  }
}

const INHERITED = new Set([
  'fill',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
  'stroke-linecap',
  'stroke-dasharray',
  'text-anchor',
  'font-variant',
  'font-weight',
])

function textOf({ name, attributes, children }: Element): string {
  const opened = `<${name}${attributes.map(each => ` ${each.name}="${escapeXml(each.value)}"`).join('')}`
  const content = children
    .map(child => (typeof child === 'string' ? escapeXml(child) : textOf(child)))
    .join('')
  return content === '' ? `${opened}/>` : `${opened}>${content}</${name}>`
}
