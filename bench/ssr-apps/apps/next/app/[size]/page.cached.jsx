import { Page } from '../../shared/page.tsx'
import { PRODUCTS, shop } from '../../shared/shop.ts'

// The page as Next.js keeps it when nothing asks for more: rendered once, when the app is built.
export const dynamicParams = false

export function generateStaticParams() {
  return Object.keys(PRODUCTS).map(size => ({ size }))
}

export default async function Kept({ params }) {
  const { size } = await params
  return <Page products={shop(size)} />
}
