import type { ReactNode } from 'react'
import { type Product, price } from './shop.ts'

/** What stands between `<body>` and `</body>`: a category page of a shop. It needs no browser, so any renderer will do. */
export function Page({ products }: { readonly products: readonly Product[] }): ReactNode {
  return (
    <main className="mx-auto max-w-7xl">
      <h1>Living &amp; Dining</h1>
      <ul className="grid grid-cols-4 gap-6">
        {products.map(product => (
          <Card key={product.id} product={product} />
        ))}
      </ul>
    </main>
  )
}

function Card({ product }: { readonly product: Product }): ReactNode {
  const { id, name, brand, cents, stars, reviews, tags, inStock } = product
  return (
    <li className={inStock ? 'card' : 'card card-sold-out'} data-id={id}>
      <a href={`/p/${id}`}>
        <img src={`/img/${id}.webp`} alt={name} width={320} height={240} loading="lazy" />
        <h2>{name}</h2>
      </a>
      <p className="brand">{brand}</p>
      <p className="rating" title={`${stars} of 5`}>
        {'★'.repeat(stars)}
        <span>{`${reviews} reviews`}</span>
      </p>
      <p>
        <data value={cents / 100}>{price(cents)}</data>
      </p>
      <ul className="tags">
        {tags.map((tag, index) => (
          <li key={`${tag}-${index}`}>{tag}</li>
        ))}
      </ul>
      {inStock ? <b>Add to basket</b> : <i>Sold out</i>}
    </li>
  )
}
