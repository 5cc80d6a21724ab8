import type { Canonical } from 'steelyard'
import type { Inputs, Session } from './inputs.ts'

/** The right answer of each case, from the parts that its input was made of and without the API that is timed. */
export const ANSWERS: Readonly<Record<string, (inputs: Inputs) => Canonical>> = {
  headers: ({ received }) => forwardedFields(received),
  url: ({ links }) => links.map(({ href }) => href),
  'url-search-params': ({ parameters }) => ({
    tags: parameters.filter(([name]) => name === 'tag').map(([, value]) => value),
    query: nextQuery(parameters),
  }),
  'text-encode': ({ pageBytes }) => Array.from(pageBytes),
  'text-decode': ({ page }) => page,
  'structured-clone': ({ session }) => ({ isCopy: true, ...plainSession(session) }),
  // Three listeners hear 50 events each, one half of them, one the first.
  'event-target': () => 3 * 50 + 25 + 1,
  'abort-signal': () => ({ cancelled: 20, reasons: Array(20).fill('AbortError') }),
  'response-json': ({ orders }) =>
    orders.map(order => ({ ...order, lines: order.lines.map(line => ({ ...line })) })),
  'request-clone': ({ json }) => ({ method: 'POST', type: 'application/json', bodies: [json, json] }),
  regex: ({ visits }) => ({
    bytes: visits.reduce((sum, { bytes }) => sum + bytes, 0),
    failed: visits.filter(({ status }) => status >= 400).length,
    robots: visits.filter(({ agent }) => agent.includes('Examplebot') || agent.startsWith('curl')).length,
    pages: new Set(visits.map(({ path }) => path.split('?')[0])).size,
  }),
  base64: ({ binary }) => ({ encoded: base64(binary), decoded: binary }),
  // As `sha256sum` tells it of the bytes 0 to 255, sixteen times.
  'digest-sha256': () => 'c8f5d0341d54d951a71b136e6e2afcb14d11ed8489a7ae126a8fee0df6ecf193',
  'random-uuid': () => ({ wellFormed: 100, different: 100 }),
}

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** What is shown of an answer that is not plain data, or differs each time. */
// biome-ignore lint/suspicious/noExplicitAny: each case returns something else
export const PLAIN: Readonly<Record<string, (value: any, inputs: Inputs) => Canonical>> = {
  'text-encode': (bytes: Uint8Array) => Array.from(bytes),
  'structured-clone': (copy: Session, { session }) => ({ isCopy: copy !== session, ...plainSession(copy) }),
  'digest-sha256': (digest: ArrayBuffer) => hex(new Uint8Array(digest)),
  'random-uuid': (uuids: readonly string[]) => ({
    wellFormed: uuids.filter(uuid => UUID_4.test(uuid)).length,
    different: new Set(uuids).size,
  }),
}

function forwardedFields(received: Inputs['received']): [string, string][] {
  const fields = new Map<string, string>()
  const kept = received
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'connection' && name !== 'keep-alive')
  const added: [string, string][] = [
    ['x-locale', 'de'],
    ['x-visitor', 'anonymous'],
    ['via', '1.1 steelyard'],
  ]
  for (const [name, value] of [...kept, ...added]) {
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
}

function nextQuery(parameters: Inputs['parameters']): string {
  const kept = parameters
    .filter(([name]) => !name.startsWith('utm_'))
    .map(([name, value]): [string, string] => [name, name === 'page' ? '2' : value])
  return [...kept, ['tag', 'new & old'] as const]
    .sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${formEncoded(value)}`)
    .join('&')
}

/** Encodes for application/x-www-form-urlencoded; for the characters that stand in the inputs. */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}

function plainSession({ id, expires, token, roles, cart }: Session): { readonly [key: string]: Canonical } {
  return {
    id,
    expires: expires.getTime(),
    token: Array.from(token),
    roles: Array.from(roles),
    cart: Array.from(cart, ([sku, { quantity, options }]) => [sku, quantity, ...options]),
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes three bytes in four characters; the length must be a multiple of three. */
function base64(binary: string): string {
  const bytes = Array.from(binary, character => character.charCodeAt(0))
  const groups = Array.from({ length: bytes.length / 3 }, (_, index) => bytes.slice(3 * index, 3 * index + 3))
  return groups
    .map(([a = 0, b = 0, c = 0]) => {
      const bits = (a << 16) | (b << 8) | c
      return [18, 12, 6, 0].map(shift => ALPHABET[(bits >> shift) & 63]).join('')
    })
    .join('')
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
