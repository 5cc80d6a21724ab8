import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Catalogue, Product } from './catalogue.ts'

const Currency = createContext('EUR')

/** A category page of a shop: navigation, filters, a grid of product cards, a footer. */
export function Page({ catalogue }: { readonly catalogue: Catalogue }): ReactNode {
  const { category, brands, products } = catalogue
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${category} | Steelyard Goods`}</title>
      </head>
      <body>
        <Currency value="EUR">
          <Navigation current={category} />
          <main className="mx-auto max-w-7xl">
            <h1>{category}</h1>
            <Filters brands={brands} products={products} />
            <ul className="grid grid-cols-4 gap-6">
              {products.map(product => (
                <Card key={product.id} product={product} />
              ))}
            </ul>
          </main>
          <footer>
            <p>© 2026 Steelyard Goods. Prices include VAT.</p>
          </footer>
        </Currency>
      </body>
    </html>
  )
}

function Navigation({ current }: { readonly current: string }): ReactNode {
  return (
    <nav aria-label="Main" className="flex gap-4">
      {['New', 'Living & Dining', 'Lighting', 'Outdoor', 'Sale'].map(label => (
        <a
          key={label}
          href={`/c/${encodeURIComponent(label)}`}
          aria-current={label === current ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

function Filters({
  brands,
  products,
}: {
  readonly brands: readonly string[]
  readonly products: readonly Product[]
}): ReactNode {
  const [chosen] = useState<readonly string[]>([])
  const counts = useMemo(() => countByBrand(products), [products])
  return (
    <form method="get">
      {brands.map(brand => (
        <label key={brand}>
          <input type="checkbox" name="brand" value={brand} defaultChecked={chosen.includes(brand)} />
          {brand} ({counts.get(brand) ?? 0})
        </label>
      ))}
    </form>
  )
}

function countByBrand(products: readonly Product[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { brand } of products) counts.set(brand, (counts.get(brand) ?? 0) + 1)
  return counts
}

function Card({ product }: { readonly product: Product }): ReactNode {
  const { id, name, brand, cents, formerCents, stars, reviews, tags, inStock } = product
  const [wished, setWished] = useState(false)
  return (
    <li className={inStock ? 'card' : 'card card-sold-out'} data-id={id}>
      <a href={`/p/${id}`}>
        <img src={`/img/${id}.webp`} alt={name} width={320} height={240} loading="lazy" />
        <h2>{name}</h2>
      </a>
      <p className="brand">{brand}</p>
      <Rating stars={stars} reviews={reviews} />
      <p>
        <Price cents={cents} />
        {formerCents !== null && (
          <s>
            <Price cents={formerCents} />
          </s>
        )}
      </p>
      <ul className="tags">
        {tags.map((tag, index) => (
          <li key={`${tag}-${index}`}>{tag}</li>
        ))}
      </ul>
      <button type="button" aria-pressed={wished} onClick={() => setWished(!wished)}>
        Wish
      </button>
      <button type="submit" disabled={!inStock}>
        {inStock ? 'Add to basket' : 'Sold out'}
      </button>
    </li>
  )
}

function Rating({ stars, reviews }: { readonly stars: number; readonly reviews: number }): ReactNode {
  return (
    <p className="rating" title={`${stars} of 5`}>
      {[1, 2, 3, 4, 5].map(place => (
        <Star key={place} full={place <= stars} />
      ))}
      <span>{reviews} reviews</span>
    </p>
  )
}

function Star({ full }: { readonly full: boolean }): ReactNode {
  return <span className={full ? 'star full' : 'star'}>★</span>
}

function Price({ cents }: { readonly cents: number }): ReactNode {
  const currency = useContext(Currency)
  return (
    <data value={cents / 100}>
      {(cents / 100).toFixed(2)} {currency}
    </data>
  )
}
