import { seeded } from '../inputs/seeded.ts'

/** Against which relative links are resolved. */
export const BASE = 'https://shop.example.org/catalogue/2026/index.html'

/** A link as a page has it, and as a browser shows it. */
export interface Link {
  readonly text: string
  readonly href: string
}

/** One line of an access log. */
export interface Visit {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly bytes: number
  readonly agent: string
}

export interface Session {
  readonly id: string
  readonly expires: Date
  readonly token: Uint8Array
  readonly roles: ReadonlySet<string>
  readonly cart: ReadonlyMap<string, { readonly quantity: number; readonly options: readonly string[] }>
}

/** What the cases work on. */
export interface Inputs {
  /** Fields of a request, as a browser sent them through a proxy. */
  readonly received: readonly (readonly [name: string, value: string])[]
  readonly links: readonly Link[]
  readonly linkTexts: readonly string[]
  /** Names and values of a query, not encoded. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** The query as a browser writes it. */
  readonly query: string
  /** A page of 7.7 KB, mostly ASCII. */
  readonly page: string
  readonly pageBytes: Uint8Array
  readonly session: Session
  readonly orders: readonly {
    readonly id: number
    readonly customer: string
    readonly lines: readonly Line[]
  }[]
  /** The orders as text: a body of 3.6 KB. */
  readonly json: string
  readonly visits: readonly Visit[]
  /** The visits as text, a line each. */
  readonly log: string
  /** 3,000 characters of one byte each. */
  readonly binary: string
  /** 4,096 bytes: 0 to 255, sixteen times. */
  readonly block: Uint8Array<ArrayBuffer>
}

interface Line {
  readonly sku: string
  readonly quantity: number
  readonly price: number
}

/** Returns the same inputs in every runtime and every launch. */
export function inputs(): Inputs {
  const random = seeded(14)
  const below = (end: number) => Math.floor(random() * end)
  const links = Array.from({ length: 40 }, (_, index) => link(index))
  const orders = Array.from({ length: 20 }, (_, id) => ({
    id,
    customer: `customer-${below(1e6)}`,
    lines: Array.from({ length: 3 }, () => ({
      sku: `A${below(1e5)}`,
      quantity: 1 + below(9),
      price: below(1e4) / 100,
    })),
  }))
  const visits = Array.from({ length: 100 }, () => visit(below))
  const page = pageText()
  return {
    received: RECEIVED,
    links,
    linkTexts: links.map(({ text }) => text),
    parameters: PARAMETERS,
    query: PARAMETERS.map(
      ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`,
    ).join('&'),
    page,
    pageBytes: utf8(page),
    session: session(below),
    orders,
    json: JSON.stringify(orders),
    visits,
    log: visits.map(logLine).join('\n'),
    binary: Array.from({ length: 3000 }, () => String.fromCharCode(below(256))).join(''),
    block: Uint8Array.from({ length: 4096 }, (_, index) => index % 256),
  }
}

const RECEIVED: Inputs['received'] = [
  ['Host', 'shop.example.org'],
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=5'],
  ['Cache-Control', 'max-age=0'],
  ['Upgrade-Insecure-Requests', '1'],
  [
    'User-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  ],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9'],
  ['Accept', 'image/avif,image/webp,*/*;q=0.8'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ['Accept-Language', 'de-CH,de;q=0.9,en;q=0.8,fr;q=0.7'],
  ['Cookie', 'session=5f2c81; theme=dark; cart=3; consent=necessary,statistics'],
  ['Referer', 'https://shop.example.org/catalogue/'],
  ['Sec-Fetch-Dest', 'document'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['If-None-Match', '"66f1-19a7c"'],
  ['Via', '1.1 edge'],
  ['X-Forwarded-For', '198.51.100.7'],
]

const PARAMETERS: Inputs['parameters'] = [
  ['q', 'café au lait & more'],
  ['category', 'kitchen/cups'],
  ['tag', 'blue'],
  ['utm_source', 'news letter'],
  ['tag', 'large'],
  ['price', '10..50'],
  ['page', '1'],
  ['utm_campaign', '2026-11'],
  ['sort', '-created_at'],
  ['tag', '100% cotton'],
  ['lang', 'de-CH'],
  ['note', 'a=b;c'],
]

function link(index: number): Link {
  switch (index % 4) {
    case 0:
      return {
        text: `HTTPS://Cdn.Example.ORG:443/assets/${index}/app.js?v=${index * 7}`,
        href: `https://cdn.example.org/assets/${index}/app.js?v=${index * 7}`,
      }
    case 1:
      return {
        text: `../images/item ${index}.webp#top`,
        href: `https://shop.example.org/catalogue/images/item%20${index}.webp#top`,
      }
    case 2:
      return {
        text: `/search?q=café ${index}&page=${index}`,
        href: `https://shop.example.org/search?q=caf%C3%A9%20${index}&page=${index}`,
      }
    default:
      return {
        text: `http://127.0.0.1:8787/api/./orders/../customers/${index}`,
        href: `http://127.0.0.1:8787/api/customers/${index}`,
      }
  }
}

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST']
const STATUSES = [200, 200, 200, 200, 304, 404, 500]
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Examplebot/2.1; +http://www.example.com/bot.html)',
  'curl/8.16.0',
]

function visit(below: (end: number) => number): Visit {
  return {
    address: `198.51.${below(256)}.${below(256)}`,
    method: METHODS[below(METHODS.length)] ?? '',
    path: `/catalogue/${below(5000)}?ref=${below(100)}`,
    status: STATUSES[below(STATUSES.length)] ?? 0,
    bytes: below(100_000),
    agent: AGENTS[below(AGENTS.length)] ?? '',
  }
}

function logLine({ address, method, path, status, bytes, agent }: Visit): string {
  return `${address} - - [21/Nov/2026:10:00:00 +0000] "${method} ${path} HTTP/1.1" ${status} ${bytes} "-" "${agent}"`
}

function session(below: (end: number) => number): Session {
  return {
    id: 'session-5f2c81',
    expires: new Date(Date.UTC(2026, 10, 21, 12)),
    token: Uint8Array.from({ length: 256 }, () => below(256)),
    roles: new Set(['customer', 'reviewer']),
    cart: new Map(
      Array.from({ length: 20 }, (_, index) => [
        `A${below(1e5)}-${index}`,
        { quantity: 1 + below(9), options: ['gift', 'insured', 'express'].slice(below(4)) },
      ]),
    ),
  }
}

/** One character in eleven is not ASCII: two, three or four bytes. */
function pageText(): string {
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) =>
      `<p class="item" id="item-${index}">Größe ${index}: a cup for the café, 12 € — 青い茶碗 🫖, packed with care and sent today.</p>\n`,
  )
  return paragraphs.join('')
}

/** Returns the text in UTF-8, by the definition of it. */
function utf8(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text, character => character.codePointAt(0) ?? 0).flatMap(point => {
      if (point < 0x80) return [point]
      if (point < 0x800) return [0xc0 | (point >> 6), continuation(point)]
      if (point < 0x10000) return [0xe0 | (point >> 12), continuation(point >> 6), continuation(point)]
      return [0xf0 | (point >> 18), continuation(point >> 12), continuation(point >> 6), continuation(point)]
    }),
  )
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f)
}
