import { Page } from '../shared/page.tsx'
import { shop, sizeOf } from '../shared/shop.ts'

// Rendered for every request.
export const dynamic = 'force-dynamic'

export default async function Home({ searchParams }) {
  const { page } = await searchParams
  return <Page products={shop(sizeOf(page))} />
}
