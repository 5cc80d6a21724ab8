import type { Catalogue, Product } from './catalogue.ts'

/** Returns the HTML of `page.tsx` without React, without a doctype, and without the comments that it puts between two texts. */
export function pageHtml({ category, brands, products }: Catalogue): string {
  const title = escaped(category)
  return `<html lang="en"><head><meta charSet="utf-8"/><title>${title} | Steelyard Goods</title></head><body>${navigation(category)}<main class="mx-auto max-w-7xl"><h1>${title}</h1><form method="get">${brands
    .map(brand => filter(brand, products))
    .join('')}</form><ul class="grid grid-cols-4 gap-6">${products
    .map(card)
    .join('')}</ul></main><footer><p>© 2026 Steelyard Goods. Prices include VAT.</p></footer></body></html>`
}

function navigation(current: string): string {
  const links = [
    ['New', 'New'],
    ['Living & Dining', 'Living%20%26%20Dining'],
    ['Lighting', 'Lighting'],
    ['Outdoor', 'Outdoor'],
    ['Sale', 'Sale'],
  ].map(([label = '', path]) => {
    const mark = label === current ? ' aria-current="page"' : ''
    return `<a href="/c/${path}"${mark}>${escaped(label)}</a>`
  })
  return `<nav aria-label="Main" class="flex gap-4">${links.join('')}</nav>`
}

function filter(brand: string, products: readonly Product[]): string {
  const name = escaped(brand)
  const count = products.filter(product => product.brand === brand).length
  return `<label><input type="checkbox" name="brand" value="${name}"/>${name} (${count})</label>`
}

function card({ id, name, brand, cents, formerCents, stars, reviews, tags, inStock }: Product): string {
  const rating = `<p class="rating" title="${stars} of 5">${'<span class="star full">★</span>'.repeat(stars)}${'<span class="star">★</span>'.repeat(5 - stars)}<span>${reviews} reviews</span></p>`
  const former = formerCents === null ? '' : `<s>${price(formerCents)}</s>`
  const buy = inStock
    ? '<button type="submit">Add to basket</button>'
    : '<button type="submit" disabled="">Sold out</button>'
  return `<li class="card${inStock ? '' : ' card-sold-out'}" data-id="${id}"><a href="/p/${id}"><img src="/img/${id}.webp" alt="${escaped(name)}" width="320" height="240" loading="lazy"/><h2>${escaped(name)}</h2></a><p class="brand">${escaped(brand)}</p>${rating}<p>${price(cents)}${former}</p><ul class="tags">${tags.map(tag => `<li>${escaped(tag)}</li>`).join('')}</ul><button type="button" aria-pressed="false">Wish</button>${buy}</li>`
}

function price(cents: number): string {
  return `<data value="${cents / 100}">${(cents / 100).toFixed(2)} EUR</data>`
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
