/** One card on the page. */
export interface Product {
  readonly id: number
  readonly name: string
  readonly brand: string
  readonly cents: number
  /** Whole stars, 1 to 5. */
  readonly stars: number
  readonly reviews: number
  readonly tags: readonly string[]
  readonly inStock: boolean
}

/** How many products make a page of about 20 KB, 2 MB and 15 MB of HTML. */
export const PRODUCTS = { small: 48, '2mb': 4720, '15mb': 35_100 } as const

export type PageSize = keyof typeof PRODUCTS

const BRANDS = ['Søndergård', "O'Hara & Sons", 'Kestrel', 'Atelier "Nord"', 'Lumen']
const THINGS = ['lamp', 'desk', 'chair', 'shelf', 'rug', 'mirror', 'bench', 'clock']
const TAGS = ['oak', 'linen', 'brass', 'handmade', 'recycled', '< 40 cm', 'outdoor']

const shops = new Map<PageSize, readonly Product[]>()

/** Returns the same products at each call; their texts hold what HTML must escape. Made once per process. */
export function shop(size: PageSize): readonly Product[] {
  const kept = shops.get(size)
  if (kept !== undefined) return kept
  const random = numbers()
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (list: readonly string[]) => list[below(list.length)] ?? ''
  const products = Array.from(
    { length: PRODUCTS[size] },
    (_, index): Product => ({
      id: 1000 + index,
      name: `${pick(TAGS)} ${pick(THINGS)} No. ${index + 1}`,
      brand: pick(BRANDS),
      cents: 900 + below(90_000),
      stars: 1 + below(5),
      reviews: below(400),
      tags: Array.from({ length: 3 }, () => pick(TAGS)),
      inStock: random() < 0.85,
    }),
  )
  shops.set(size, products)
  return products
}

/** Reads the size out of a query; what is not a size is the small one. */
export function sizeOf(query: string | null | undefined): PageSize {
  return query !== null && query !== undefined && query in PRODUCTS ? (query as PageSize) : 'small'
}

export function price(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`
}

/** Gives equal numbers from 0 up to 1 in every runtime (a linear congruential generator modulo 2^31). */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) / 2 ** 23
  }
}
