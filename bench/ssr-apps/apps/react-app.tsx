import type { ReactNode } from 'react'
import { Page } from '../page/page.tsx'
import { pageApp } from './respond.ts'

/** Makes an app that renders the page by a build of React. */
export function reactApp(render: (page: ReactNode) => Promise<ReadableStream<Uint8Array>>) {
  return pageApp(products =>
    render(
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <title>Steelyard Goods</title>
        </head>
        <body>
          <Page products={products} />
        </body>
      </html>,
    ),
  )
}
