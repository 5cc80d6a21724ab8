import { seeded } from '../inputs/seeded.ts'

/** What JSON.parse can return. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Makers of the data behind each payload; each call returns equal data. 2,000 to 4,000 keys each, or 120,000. */
export const payloads: Readonly<Record<'rsc' | 'records' | 'numbers' | 'nested' | 'rsc-120000', () => Json>> =
  {
    rsc: () => tablePage(130),
    records: accounts,
    numbers: measurements,
    nested: expressionTree,
    'rsc-120000': () => tablePage(4000),
  }

/** Returns one React Flight row: a page with a navigation and a table, as a server component renders it. */
function tablePage(length: number): Json {
  const random = seeded(1)
  const rows = Array.from({ length }, (_, row) => tableRow(row, random))
  return element('main', null, {
    className: 'mx-auto max-w-7xl px-4 sm:px-6 lg:px-8',
    children: [
      element('$L1', null, {
        parallelRouterKey: 'children',
        template: element('$L2', null, {}),
        notFound: '$undefined',
        links: ['Overview', 'Orders', 'Customers', 'Settings'].map(label => ({
          href: `/dashboard/${label.toLowerCase()}`,
          label,
          active: label === 'Orders',
        })),
      }),
      element('table', null, {
        className: 'min-w-full divide-y divide-gray-300',
        children: [element('tbody', null, { className: 'divide-y divide-gray-200', children: rows })],
      }),
    ],
  })
}

function tableRow(row: number, random: () => number): Json {
  const cents = Math.floor(random() * 1e6)
  return element('tr', String(row), {
    className: row % 2 === 0 ? 'bg-white' : 'bg-gray-50',
    children: [
      element('td', null, { className: 'px-3 py-4 text-sm', children: `Order ${100_000 + row}` }),
      element('td', null, {
        className: 'px-3 py-4 text-sm',
        children: row % 7 === 0 ? '$3' : words(2, random),
      }),
      element('$L4', null, { amount: cents / 100, currency: 'EUR', placedAt: date(row), onSelect: '$F5' }),
    ],
  })
}

function element(type: string, key: string | null, props: { [key: string]: Json }): Json {
  return ['$', type, key, props]
}

function date(row: number): string {
  return `$D2025-10-${String(1 + (row % 28)).padStart(2, '0')}T08:00:00.000Z`
}

/** Returns what a list endpoint of an API answers. */
function accounts(): Json {
  const random = seeded(2)
  return Array.from({ length: 160 }, (_, id) => ({
    id,
    name: words(2, random),
    email: `user${id}@example.com`,
    active: random() < 0.8,
    balance: Math.floor(random() * 1e6) / 100,
    manager: random() < 0.3 ? null : Math.floor(random() * 160),
    address: { city: words(1, random), zip: String(10_000 + id), country: 'PT' },
    tags: [words(1, random), words(1, random)],
  }))
}

/** Returns a long flat array, half of it integers. */
function measurements(): Json {
  const random = seeded(3)
  return Array.from({ length: 4000 }, (_, i) =>
    i % 2 === 0 ? Math.floor(random() * 1e6) : Math.floor(random() * 1e9) / 1e4,
  )
}

/** Returns a syntax tree of binary expressions, 9 levels deep. */
function expressionTree(): Json {
  const random = seeded(4)
  const node = (depth: number): Json => {
    const start = Math.floor(random() * 1e4)
    if (depth === 0) return { type: 'Literal', start, end: start + 3, raw: String(start) }
    return { type: 'Binary', start, operator: '+', left: node(depth - 1), right: node(depth - 1) }
  }
  return node(8)
}

const WORDS = [
  'north',
  'silver',
  'harbour',
  'maple',
  'quiet',
  'lantern',
  'orchard',
  'violet',
  'stone',
  'river',
]

function words(count: number, random: () => number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}
