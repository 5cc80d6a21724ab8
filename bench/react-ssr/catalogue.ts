import { seeded } from '../inputs/seeded.ts'

export interface Product {
  readonly id: number
  readonly name: string
  readonly brand: string
  readonly cents: number
  /** Before a reduction; null when there is none. */
  readonly formerCents: number | null
  /** Whole stars, 1 to 5. */
  readonly stars: number
  readonly reviews: number
  readonly tags: readonly string[]
  readonly inStock: boolean
}

export interface Catalogue {
  readonly category: string
  readonly brands: readonly string[]
  readonly products: readonly Product[]
}

const PRODUCTS = 32
const BRANDS = ['Søndergård', "O'Hara & Sons", 'Kestrel', 'Atelier "Nord"', 'Lumen']
const THINGS = ['lamp', 'desk', 'chair', 'shelf', 'rug', 'mirror', 'bench', 'clock']
const TAGS = ['oak', 'linen', 'brass', 'handmade', 'recycled', '< 40 cm', 'outdoor']

/** Returns the same category of a shop at each call; its texts hold what HTML must escape. */
export function catalogue(): Catalogue {
  const random = seeded(1)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (list: readonly string[]) => list[below(list.length)] as string
  const products = Array.from({ length: PRODUCTS }, (_, id): Product => {
    const cents = 900 + below(90_000)
    return {
      id: 1000 + id,
      name: `${pick(TAGS)} ${pick(THINGS)} No. ${id + 1}`,
      brand: pick(BRANDS),
      cents,
      formerCents: random() < 0.3 ? cents + 500 + below(5000) : null,
      stars: 1 + below(5),
      reviews: below(400),
      tags: Array.from({ length: 3 }, () => pick(TAGS)),
      inStock: random() < 0.85,
    }
  })
  return { category: 'Living & Dining', brands: BRANDS, products }
}
