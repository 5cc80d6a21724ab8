import { renderToReadableStream } from 'react-dom/server.edge'
import { Page } from '../page/page.tsx'
import { pageApp } from './respond.ts'

export default pageApp(products =>
  renderToReadableStream(
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
