import { type Product, price } from './shop.ts'

/** Returns what `page.tsx` renders, put together from strings. */
export function pageHtml(products: readonly Product[]): string {
  return `<main class="mx-auto max-w-7xl"><h1>Living &amp; Dining</h1><ul class="grid grid-cols-4 gap-6">${products
    .map(card)
    .join('')}</ul></main>`
}

function card({ id, name, brand, cents, stars, reviews, tags, inStock }: Product): string {
  const title = escaped(name)
  return `<li class="${inStock ? 'card' : 'card card-sold-out'}" data-id="${id}"><a href="/p/${id}"><img src="/img/${id}.webp" alt="${title}" width="320" height="240" loading="lazy"/><h2>${title}</h2></a><p class="brand">${escaped(brand)}</p><p class="rating" title="${stars} of 5">${'★'.repeat(stars)}<span>${reviews} reviews</span></p><p><data value="${cents / 100}">${price(cents)}</data></p><ul class="tags">${tags.map(tag => `<li>${escaped(tag)}</li>`).join('')}</ul>${inStock ? '<b>Add to basket</b>' : '<i>Sold out</i>'}</li>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
