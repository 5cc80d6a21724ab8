import { sizeOf } from '../../shared/shop.ts'

// The page needs no script in the browser, and the data would otherwise be sent a second time for it.
export const csr = false

export function load({ url, setHeaders }) {
  setHeaders({ 'cache-control': 'private, no-store' })
  return { size: sizeOf(url.searchParams.get('page')) }
}
